import type { SdkParts } from '../left-out.js'

/** What the package `tablestore` of Node.js sends. */
export const NODE_SDK = {
  queries: ['constScore', 'knnVector', 'functionsScore'],
  weights: ['match', 'matchPhrase', 'term', 'terms', 'prefix', 'wildcard', 'nested', 'knnVector'],
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
