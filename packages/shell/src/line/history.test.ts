import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { expect, onTestFinished, test } from 'vitest'
import { shellLimits } from '../limits.js'
import { mayBeKept, readHistory, writeHistory } from './history.js'

const path = async (): Promise<string> => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  return join(folder.path, 'deep', 'history')
}

test.each([
  'config --key s3cret',
  'config --id a --key=s3cret',
  "config '--key' s3cret",
  'config -token s3cret',
  'config --access-key a:b',
  "config --key 's3cr",
])('%s is not kept', (line) => expect(mayBeKept(line)).toBe(false))

test('other lines are kept, also those with the key of a row', () => {
  expect(mayBeKept(`put -k '["key"]' --condition ignore`)).toBe(true)
})

test.runIf(process.platform !== 'win32')('only its owner can read the file', async () => {
  const file = await path()
  writeHistory(file, ['list', 'config --key s3cret', 'exit'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readHistory(file)).toEqual(['list', 'exit'])
  writeFileSync(file, 'x\n', { mode: 0o644 })
  writeHistory(file, ['a'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the newest lines stay', async () => {
  const file = await path()
  expect(readHistory(file)).toEqual([])
  const lines = Array.from({ length: shellLimits.HISTORY_LINES + 5 }, (_, at) => `get ${at}`)
  writeHistory(file, lines)
  expect(readHistory(file)).toEqual(lines.slice(5))
})
