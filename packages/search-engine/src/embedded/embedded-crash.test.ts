import {
  manualClock,
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
} from '@rowhouse/platform/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyAll, definition, gone, put } from '../testing/search-engine-calls.js'
import type { RowImage, SearchEngine } from '../search-engine.js'
import { openEmbeddedSearchEngine } from './open-embedded-search-engine.js'

const CHANGES = 240
const LIVES = 4
/** Ends a test that hangs; a busy machine may take long. */
const TIMEOUT_MS = 600_000

const changesOf = (random: SeededRandom): RowImage[] =>
  Array.from({ length: CHANGES }, (_, place) => {
    const key = `k${random.below(60)}`
    return random.chance(0.3) ? gone(key) : put(key, `v${place}`, place)
  })

/** The keys that exist after a feed up to a position. */
const keysAfter = (changes: readonly RowImage[], position: number): string[] => {
  const keys = new Set<string>()
  for (const { key, columns } of changes.slice(0, position)) {
    if (columns === undefined) keys.delete(Buffer.from(key).toString())
    else keys.add(Buffer.from(key).toString())
  }
  return [...keys].sort()
}

const keysOf = async (engine: SearchEngine): Promise<string[]> => {
  const keys = await engine.keys(1, undefined, CHANGES)
  return keys.map((key) => Buffer.from(key).toString())
}

/** Feeds from the index's position on, until the feed ends or the power fails. */
const live = async (
  engine: SearchEngine,
  changes: readonly RowImage[],
  random: SeededRandom,
): Promise<void> => {
  let { position: at } = await engine.create(definition(1))
  let committing = Promise.resolve()
  while (at < changes.length) {
    const next = Math.min(changes.length, at + 1 + random.below(8))
    await applyAll(engine, 1, changes.slice(at, next), next, `after ${next}`)
    at = next
    if (random.chance(0.6)) {
      await engine.refresh(1)
      expect(await keysOf(engine)).toEqual(keysAfter(changes, at))
    }
    if (random.chance(0.2)) {
      await committing
      committing = engine.commit(1)
      // A later await reports the failure.
      committing.catch(() => undefined)
    }
  }
  await committing
}

test(
  'after every crash an index equals its feed up to its stored position',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = seededRandom(seed)
        const changes = changesOf(random)
        let files = new SimulatedFiles(seededRandom(seed))
        let durable = 0
        for (let life = 0; life < LIVES; life++) {
          const open = (): SearchEngine =>
            openEmbeddedSearchEngine({
              directory: '/data/search',
              files,
              clock: manualClock(),
              threads: 0,
            })
          const engine = open()
          engine.onDurable((_, position) => {
            durable = position
          })
          const start = await engine.create(definition(1))
          expect(start.position).toBeGreaterThanOrEqual(durable)
          expect(start.note.toString()).toBe(start.position === 0 ? '' : `after ${start.position}`)
          expect(await keysOf(engine)).toEqual(keysAfter(changes, start.position))
          files.cutAfter(1 + random.below(200))
          await live(engine, changes, random).catch((error: unknown) => {
            if (!(error instanceof Error) || error.name !== 'PowerCutError') throw error
          })
          const dead = files
          files = random.chance(0.2) ? dead.kill() : dead.powerCut(random)
          await engine.close()
        }
      }),
      { numRuns: 40 },
    )
  },
  TIMEOUT_MS,
)
