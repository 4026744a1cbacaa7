import type { SearchHost } from '../search-host.js'

/** A server without search indexes. */
export const noSearch: SearchHost = {
  load: () => Promise.reject(new Error('no search here')),
  tableChanged: async () => {},
  reconcile: async () => {},
  running: async () => undefined,
  close: async () => {},
}
