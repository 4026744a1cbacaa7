import type { Query } from './query.js'

/** Matches nothing: for a text without a token, or for a field that the index lacks. */
export function noneQuery(): Query {
  return { weight: () => ({ scorer: () => undefined, count: () => 0, addTo: () => undefined }) }
}
