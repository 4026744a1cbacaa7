import type { SdkParts } from '../left-out.js'

/** What the package `tablestore` of Python sends. */
export const PYTHON_SDK = {
  queries: ['knnVector'],
  weights: [],
  parts: [
    'highlights',
    'collapse',
    'the sort by distance',
    'vector options',
    'the sort by doc',
    'modes and filters of the sort',
    'inner hits',
    'the token of the page',
  ],
} as const satisfies SdkParts
