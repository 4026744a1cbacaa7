import { expectDefined } from '@rowhouse/platform'
import type { RankedValues } from './ranked-values.js'

/** Shuffles rows deterministically, so that advice does not depend on chance. */
export function shuffle(values: RankedValues): RankedValues {
  const ranks = values.ranks.slice()
  let state = 0x9e3779b9
  for (let last = ranks.length - 1; last > 0; last--) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const other = (state >>> 0) % (last + 1)
    const kept = expectDefined(ranks[last], 'a row')
    ranks[last] = expectDefined(ranks[other], 'a row')
    ranks[other] = kept
  }
  return { ...values, ranks }
}
