import type { StoredCell, StoredRow } from './stored-row.js'

const MILLISECONDS_PER_HOUR = 3_600_000n

/**
 * The smallest timestamp (milliseconds) that is still alive under a table's time to live, by the rule of
 * the service's page on data versions and TTL: a version is gone when timestamp / 1000 + TTL < now.
 * Undefined when nothing expires.
 */
export const oldestLiveTimestamp = (
  timeToLiveSeconds: number,
  nowMilliseconds: number,
): bigint | undefined => {
  if (timeToLiveSeconds < 0) return undefined
  const nowSeconds = Math.floor(nowMilliseconds / 1000)
  return BigInt(nowSeconds - timeToLiveSeconds) * 1000n
}

/**
 * The cells that are still alive, or undefined when the whole row reads as missing: all of its cells have
 * expired, or it has none and its stamp is too old.
 */
export const liveCells = (
  row: StoredRow,
  timeToLiveSeconds: number,
  nowMilliseconds: number,
): readonly StoredCell[] | undefined =>
  cellsSince(row, oldestLiveTimestamp(timeToLiveSeconds, nowMilliseconds))

/** The same from the smallest live timestamp; with undefined nothing expires. */
export const cellsSince = (
  row: StoredRow,
  oldest: bigint | undefined,
): readonly StoredCell[] | undefined => {
  if (oldest === undefined) return row.cells
  if (row.cells.length === 0) return row.stamp < oldest ? undefined : row.cells
  const live = row.cells.filter((cell) => cell.timestamp >= oldest)
  if (live.length === 0) return undefined
  return live.length === row.cells.length ? row.cells : live
}

/** The hour of the row's expiry entry: that of its oldest version, or of its stamp if it has no cells. */
export const expiryHourOf = (cells: readonly StoredCell[], stamp: bigint): number => {
  let oldest = stamp
  if (cells.length > 0) {
    oldest = cells.reduce(
      (least, cell) => (cell.timestamp < least ? cell.timestamp : least),
      cells[0]?.timestamp ?? stamp,
    )
  }
  return Number(oldest / MILLISECONDS_PER_HOUR)
}
