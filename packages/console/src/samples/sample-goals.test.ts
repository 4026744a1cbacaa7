import { expect, test } from 'vitest'
import { sampleGoals } from './sample-goals.js'

test('pages and questions of the samples have names that lead to them', () => {
  const goals = sampleGoals('demo', 'en')
  const pathOf = (label: string) => goals.find((goal) => goal.label === label)?.path
  expect(pathOf('Card lab')).toBe('/demo/samples/card-lab')
  expect(pathOf('Orders · Platform: The 100 best buyers')).toBe(
    '/demo/samples/orders?tab=platform&question=platform-best-buyers',
  )
  expect(pathOf('Media: Map of places')).toBe('/demo/samples/media?question=map')
})

test('every goal has a name of its own in each language', () => {
  for (const language of ['en', 'zh-CN', 'zh-TW', 'ja'] as const) {
    const labels = sampleGoals('demo', language).map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
  }
})
