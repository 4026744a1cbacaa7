import { BackwardRuns } from '../sorted-runs.js'
import type { SortKey } from '../sort-key.js'
import type { SortValue } from '../sort-value.js'

/** Sorts by score; the search must ask its query for scores. */
export const scoreKey = (isDescending: boolean): SortKey => ({
  isDescending,
  missingFirst: false,
  open: () => ({ followsDocuments: false, valueOf: (_document, score) => score }),
})

/** Sorts by the encoded primary key. `inKeyOrder`: the documents of a segment ascend by it. */
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

/** Sorts by the document's number in its segment, where any fixed order will do. */
export const documentKey = (isDescending: boolean): SortKey => ({
  isDescending,
  missingFirst: false,
  open: () => ({ followsDocuments: !isDescending, valueOf: (document) => document }),
})
