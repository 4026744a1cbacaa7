import type { SdkParts } from '../left-out.js'

/** What the package `tablestore` of Python sends. */
export const PYTHON_SDK = {
  queries: ['knnVector'],
  weights: [],
  parts: ['highlights', 'collapse', 'the sort by distance', 'vector options'],
} as const satisfies SdkParts
