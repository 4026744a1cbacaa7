import { setTimeout as wait } from 'node:timers/promises'
import type { SeededRandom } from '@rowhouse/platform/testing'
import { FILE_KINDS, type WatchedIndexFiles } from './index-files.js'

const LIFE_MS_MAX = 900
/** Longer than the interval after which an index is committed. */
const LONG_LIFE_MS = 6_000
const LONG_LIFE_SHARE = 0.03
const ORDERLY_LIFE_MS_MAX = 500
const EARLY_MS_MAX = 600
const READY_MS_MAX = 300
const FILE_EVENTS_MAX = 8
const MORE_MS_MAX = 4

/**
 * Resolves when the server is to be killed: at any time, while it works on files of its indexes, or during
 * an orderly stop, which commits all indexes.
 */
export const killMoment = async (
  random: SeededRandom,
  files: WatchedIndexFiles,
  askToEnd: () => Promise<void>,
): Promise<void> => {
  if (random.chance(0.25)) return wait(random.below(LIFE_MS_MAX))
  const limit = random.chance(LONG_LIFE_SHARE) ? LONG_LIFE_MS : LIFE_MS_MAX
  const isOrderly = random.chance(0.35)
  if (isOrderly) await wait(random.below(ORDERLY_LIFE_MS_MAX))
  const happened = someOf(files, random)
  const other = new AbortController()
  const { signal } = other
  const over = isOrderly ? askToEnd() : wait(limit, undefined, { signal }).catch(() => {})
  await Promise.race([happened, over])
  other.abort()
  if (random.chance(0.5)) await wait(random.below(MORE_MS_MAX))
}

/** Resolves when a starting server is to be killed: at any time, or while it cleans up its indexes. */
export const startMoment = async (
  random: SeededRandom,
  files: WatchedIndexFiles,
  ready: Promise<unknown>,
): Promise<void> => {
  const moment = random.chance(0.5) ? wait(random.below(EARLY_MS_MAX)) : someOf(files, random)
  await Promise.race([moment, ready.then(() => wait(random.below(READY_MS_MAX)))])
}

const someOf = (files: WatchedIndexFiles, random: SeededRandom): Promise<void> => {
  const kind = FILE_KINDS[random.below(FILE_KINDS.length)] ?? /./
  return files.happened(kind, 1 + random.below(FILE_EVENTS_MAX))
}
