import { expect, test } from 'vitest'
import { pastTime } from './past-time.js'

test.each([
  [0, 'en', 'now'],
  [59_999, 'en', 'now'],
  [60_000, 'en', '1 minute ago'],
  [3 * 3_600_000, 'zh-CN', '3小时前'],
  [25 * 3_600_000, 'ja', '昨日'],
  // The clocks of browser and server differ.
  [-5_000, 'en', 'now'],
])('%i ms ago in %s is told as %s', (ago, language, text) => {
  expect(pastTime(1_000_000_000_000 - ago, 1_000_000_000_000, language)).toBe(text)
})
