/**
 * Bounds of the operations on search indexes and of keeping indexes up to date; the service's
 * limits are `limits` of the protocol.
 */
export const searchLimits = {
  // Search requests
  /** How often a page is filled up because rows that the index still has are gone from the table. */
  SEARCH_PAGE_FILLS_MAX: 8,
  /** After this many fills of a page, the next one waits for the index to catch up with the deletes. */
  SEARCH_PAGE_FILLS_AT_ONCE: 2,
  /** How often a search is run whose index is begun anew meanwhile. */
  SEARCH_RUNS_MAX: 4,
  SEARCH_INDEXES_PER_TABLE_MAX: 64,
  /** Index numbers are part of ids and are never reused. */
  SEARCH_INDEX_NUMBER_MAX: 65_535,
  /**
   * The sessions of parallel scans that are remembered; beyond that the one that ends first is
   * dropped.
   */
  SCAN_SESSIONS_MAX: 4096,
  /** A bound of ours; the service names none. */
  SCAN_ALIVE_SECONDS_MAX: 86_400,
  /**
   * A parallel scan gets another split for this many rows: a page waits for its search, then for its rows, so
   * several at once are faster than one after the other.
   */
  SCAN_SPLIT_ROWS: 250_000,
  /** Keys of an index that are read at once where its splits are found, and its last key. */
  SCAN_KEYS_AT_ONCE: 4096,

  // Search indexes
  /** Log bytes without a change to its table after which an index stores its position. */
  SEARCH_SILENT_LOG_BYTES: 64 * 1_048_576,
  /** The rows of a table, and their bytes, that are read at once to build an index. */
  SEARCH_SLICE_ROWS: 4096,
  SEARCH_SLICE_BYTES: 1_048_576,
  /** Batches of changes that an index takes between two slices of the table while it is built. */
  SEARCH_BATCHES_PER_SLICE: 4,
  /** The interval of comparing indexes with the catalogue and looking for damage. */
  SEARCH_CHECK_MS: 5_000,
  /** The first and the largest delay before a failing index is retried. */
  SEARCH_RETRY_MS: 200,
  SEARCH_RETRY_MS_MAX: 60_000,
  /** An index that was rebuilt this often within this time is only rebuilt again on request. */
  SEARCH_REBUILDS_MAX: 5,
  SEARCH_REBUILDS_MS: 3_600_000,
  /**
   * The row keys that a verification compares at a time, and the differences of each kind that it
   * lists.
   */
  SEARCH_VERIFY_ROWS: 1024,
  SEARCH_VERIFY_KEYS_MAX: 100,
  /** How often a row must be found to differ before it is reported. */
  SEARCH_VERIFY_LOOKS: 4,
} as const
