import { CATALOGUE } from '../../runner/catalogue.js'
import { type ConformanceTest, gap } from '../harness.js'

/** The operations of a topic whose bodies are JSON. */
const jsonGaps = (topic: string): ConformanceTest[] => {
  const operations = CATALOGUE.gaps[topic]
  if (operations === undefined) throw new Error(`the catalogue has no topic '${topic}'`)
  return operations.map((operation) =>
    gap(operation, topic, async (t) => {
      await t.client.callJson(operation, {})
    }),
  )
}

/** Operations of this SDK that are not served yet, each with the smallest valid request. */
export const gapTests = [
  gap('SQLQuery', 'SQL', async (t) => {
    await t.client.call('SQLQuery', { query: 'select 1' })
  }),
  ...jsonGaps('Knowledge bases'),
  ...jsonGaps('Memory stores'),
]
