import type { Query } from './query.js'

/** Nothing: what a text without a token asks for. */
export function noneQuery(): Query {
  return { weight: () => ({ scorer: () => undefined, count: () => 0, addTo: () => undefined }) }
}
