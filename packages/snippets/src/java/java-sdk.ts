import type { SdkParts } from '../left-out.js'

/** What `com.aliyun.openservices:tablestore` sends. */
export const JAVA_SDK = {
  queries: ['constScore', 'knnVector', 'functionsScore', 'suffix', 'disMax'],
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
    'the sort by doc',
    'modes and filters of the sort',
    'inner hits',
    'the token of the page',
    'missing values of the sort',
    'a field that stands in for a missing one',
    'several fields that stand in for a missing one',
    'the filter of the hits',
  ],
} as const satisfies SdkParts
