import type { SdkParts } from '../left-out.js'

/** What the package `aliyun/aliyun-tablestore-sdk-php` sends. */
export const PHP_SDK = {
  queries: ['constScore', 'knnVector'],
  weights: ['match', 'matchPhrase', 'term', 'terms', 'prefix', 'wildcard', 'nested', 'knnVector'],
  parts: ['highlights', 'collapse', 'the sort by distance', 'vector options'],
} as const satisfies SdkParts
