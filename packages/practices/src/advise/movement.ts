import { expectDefined, outOfRange } from '@rowhouse/platform'
import type { RankedValues } from './ranked-values.js'

/** The part of the keys that counts as an end. */
const END_SHARE = 0.05
const ROUNDS = 10

/**
 * The share of the rows of a round at the busier end of the earlier keys: among or beyond the largest 5 %
 * of them, or the smallest. Keys that do not move have 5 % there, rising keys all.
 */
export function shareAtEnd({ ranks, distinct }: RankedValues): number {
  const counts = new Int32Array(distinct)
  const roundRows = Math.ceil(ranks.length / ROUNDS)
  let [before, behind, rows] = [0, 0, 0]
  for (let begin = 0; begin < ranks.length; begin += roundRows) {
    const round = ranks.subarray(begin, begin + roundRows)
    // The first rows do not show well where the ends are.
    if (begin >= ranks.length / 2) {
      const { least, greatest } = endsOf(counts, begin)
      for (const rank of round) {
        if (rank < least) before += 1
        if (rank > greatest) behind += 1
      }
      rows += round.length
    }
    for (const rank of round) counts[rank] = expectDefined(counts[rank], 'a rank') + 1
  }
  return rows === 0 ? 0 : Math.max(before, behind) / rows
}

/** The ranks below and above which there are at most the allowed number of rows. */
function endsOf(
  counts: Int32Array,
  rows: number,
): { readonly least: number; readonly greatest: number } {
  const allowed = rows * END_SHARE
  let least = 0
  for (
    let sum = expectDefined(counts[0], 'a rank');
    sum <= allowed && least < counts.length - 1;
  ) {
    least += 1
    sum += expectDefined(counts[least], 'a rank')
  }
  let greatest = counts.length - 1
  for (let sum = expectDefined(counts[greatest], 'a rank'); sum <= allowed && greatest > 0; ) {
    greatest -= 1
    sum += expectDefined(counts[greatest], 'a rank')
  }
  return { least, greatest }
}

/** A column needs so many steps to be recognised as a counter. */
const STEPS_MIN = 200
const RISING_SHARE = 0.9
/** How many groups' ranges overlap at an average key. */
const DEPTH_MIN = 4

/**
 * Whether a column counts up within each value of another, in the same narrow range of keys, as the order
 * number of each device does. Only that range is written at any moment, and it moves on for ever. A
 * sample of a day may be too short to show that as a movement of all keys.
 */
export function countsWithin(
  { ranks, distinct }: RankedValues,
  groups: RankedValues,
): { readonly risingShare: number; readonly depth: number } | undefined {
  const last = new Int32Array(groups.distinct).fill(-1)
  const least = new Int32Array(groups.distinct).fill(distinct)
  const greatest = new Int32Array(groups.distinct).fill(-1)
  let [rising, steps] = [0, 0]
  for (let row = 0; row < ranks.length; row++) {
    const rank = ranks[row] ?? outOfRange()
    const group = groups.ranks[row] ?? outOfRange()
    const before = last[group] ?? outOfRange()
    if (before !== -1) {
      steps += 1
      if (rank > before) rising += 1
    }
    last[group] = rank
    if (rank < (least[group] ?? outOfRange())) least[group] = rank
    if (rank > (greatest[group] ?? outOfRange())) greatest[group] = rank
  }
  const risingShare = steps === 0 ? 0 : rising / steps
  let covered = 0
  for (let group = 0; group < groups.distinct; group++) {
    const [from, to] = [least[group] ?? outOfRange(), greatest[group] ?? outOfRange()]
    if (to >= from) covered += to - from + 1
  }
  const depth = covered / distinct
  const isCounter = steps >= STEPS_MIN && risingShare >= RISING_SHARE && depth >= DEPTH_MIN
  return isCounter ? { risingShare, depth } : undefined
}
