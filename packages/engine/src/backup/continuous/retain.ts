import type { History, StoreManifest, StoredBase } from './store-manifest.js'

/**
 * Keeps what a restore to any moment since `since` needs: the newest base that was complete by then and
 * everything after it. The last history, which is being written, always stays.
 */
export function retain(manifest: StoreManifest, since: number): StoreManifest {
  const { histories } = manifest
  const current = histories.length - 1
  let oldest = 0
  for (const [at, history] of histories.entries()) if (oldestBase(history, since)) oldest = at
  const kept = histories.filter(
    // A history without a base cannot be restored.
    ({ bases }, at) => at === current || (at >= oldest && bases.length > 0),
  )
  const isCurrent = (history: History): boolean => history === histories[current]
  const retained = kept.map((history) =>
    retainIn(isCurrent(history) ? history : ended(history), since),
  )
  return { ...manifest, histories: retained }
}

/** A pending base of an earlier history is never resumed. */
const ended = ({ pending: _, ...history }: History): History => history

const oldestBase = ({ bases }: History, since: number): StoredBase | undefined =>
  bases.findLast(({ completedAt }) => completedAt <= since)

function retainIn(history: History, since: number): History {
  const oldest = oldestBase(history, since)
  if (oldest === undefined) return history
  const { bases, log, others } = history
  return {
    ...history,
    bases: bases.slice(bases.indexOf(oldest)),
    log: log.slice(log.findIndex(({ offset, start }) => offset === 0 && start >= oldest.logStart)),
    // The order of the list counts: a clock may have given a later version an earlier time.
    others: others.filter(
      ({ target }, at) =>
        !others
          .slice(at + 1)
          .some((later) => later.target === target && later.since <= oldest.createdAt),
    ),
  }
}
