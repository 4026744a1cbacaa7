import { startTestClient } from '@rowhouse/practices/testing'
import { afterAll, expect, test } from 'vitest'
import { loadSample } from '../load/load-sample.js'
import { KNOWN_SAMPLES } from './known-samples.js'

/** All that is planted, all that is real, and some more; the demos' commands take 20,000. */
const ROWS = 2_500

const { client, close } = await startTestClient()
afterAll(close)

test.each(Object.keys(KNOWN_SAMPLES))(
  'every answer about %s is that of the generator, and every clause of the planted ones counts',
  async (name) => {
    const known = KNOWN_SAMPLES[name]?.({ seed: 1, rows: ROWS })
    if (known === undefined) throw new Error(`no sample ${name}`)
    await loadSample(client, known.sample, { index: 'after', onReport: () => undefined })
    const checked = await known.check(client, { sets: 2 })
    expect(checked.wrong).toEqual([])
    expect(checked.idleClauses).toEqual([])
    expect(checked.answers).toBeGreaterThan(30)
  },
)
