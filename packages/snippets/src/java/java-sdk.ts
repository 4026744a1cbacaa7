import type { SdkParts } from '../left-out.js'

/** What `com.aliyun.openservices:tablestore` sends. */
export const JAVA_SDK = {
  queries: ['constScore', 'knnVector', 'suffix', 'disMax'],
  weights: [
    'match',
    'matchPhrase',
    'term',
    'terms',
    'prefix',
    'suffix',
    'wildcard',
    'bool',
    'nested',
    'knnVector',
  ],
  parts: [
    'highlights',
    'collapse',
    'the slop of a phrase',
    'the sort by distance',
    'vector options',
    'bounds of a vector query',
  ],
} as const satisfies SdkParts
