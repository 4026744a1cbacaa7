import type { Query } from './query.js'

/** Nothing: what a text without a token asks for, or whether there is a field that the index has not. */
export function noneQuery(): Query {
  return { weight: () => ({ scorer: () => undefined, count: () => 0, addTo: () => undefined }) }
}
