import type { SdkParts } from '../left-out.js'

/** What the package `Aliyun.TableStore.SDK` sends. */
export const DOTNET_SDK = {
  queries: [],
  weights: ['term', 'terms', 'match', 'prefix'],
  parts: [],
} as const satisfies SdkParts
