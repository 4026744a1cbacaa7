import { BackwardRuns } from '../sorted-runs.js'
import type { SortKey } from '../sort-key.js'
import type { SortValue } from '../sort-value.js'

/** By score; a search that sorts by it must ask its query for scores. */
export const scoreKey = (isDescending: boolean): SortKey => ({
  isDescending,
  missingFirst: false,
  open: () => ({ followsDocuments: false, valueOf: (_document, score) => score }),
})

/** By the encoded primary key. `inKeyOrder`: the segments' documents are. */
export const primaryKeyKey = (isDescending: boolean, inKeyOrder: boolean): SortKey => ({
  isDescending,
  missingFirst: false,
  open: ({ segment }) => {
    const keys = segment.keys()
    const { lowerBound } = keys
    const placeOf =
      lowerBound && ((value: SortValue) => (value instanceof Uint8Array ? lowerBound(value) : 0))
    const followsDocuments = inKeyOrder && !isDescending
    return {
      followsDocuments,
      isLazy: true,
      valueOf: (document) => new Uint8Array(keys.key(document)),
      firstAt: followsDocuments ? placeOf : undefined,
      runs: () =>
        placeOf === undefined || followsDocuments
          ? undefined
          : new BackwardRuns(segment.rows.documents, placeOf),
    }
  },
})

/** By the place inside the segment: where order does not matter but must be one. */
export const documentKey = (isDescending: boolean): SortKey => ({
  isDescending,
  missingFirst: false,
  open: () => ({ followsDocuments: !isDescending, valueOf: (document) => document }),
})
