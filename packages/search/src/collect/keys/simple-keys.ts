import type { SortKey } from '../sort-key.js'

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
  open: ({ segment }) => ({
    followsDocuments: inKeyOrder && !isDescending,
    valueOf: (document) => new Uint8Array(segment.key(document)),
  }),
})

/** By the place inside the segment: where order does not matter but must be one. */
export const documentKey = (isDescending: boolean): SortKey => ({
  isDescending,
  missingFirst: false,
  open: () => ({ followsDocuments: !isDescending, valueOf: (document) => document }),
})
