import type { SdkParts } from '../left-out.js'

/** What the module `aliyun-tablestore-go-sdk` sends. */
export const GO_SDK = {
  queries: ['constScore', 'knnVector', 'functionsScore'],
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
    'missing values of the sort',
    'a field that stands in for a missing one',
  ],
} as const satisfies SdkParts
