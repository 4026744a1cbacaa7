import type { SdkParts } from '../left-out.js'

/** What the module `aliyun-tablestore-go-sdk` sends. */
export const GO_SDK = {
  queries: ['constScore', 'knnVector'],
  weights: [],
  parts: ['highlights', 'collapse', 'the sort by distance', 'vector options'],
} as const satisfies SdkParts
