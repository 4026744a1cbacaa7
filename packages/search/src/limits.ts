/**
 * Bounds of the operations on search indexes and of keeping them; the service's limits are `limits` of the
 * protocol.
 */
export const searchLimits = {
  // Search requests
  /** So often a page is filled up where rows that the index still has are gone from the table. */
  SEARCH_PAGE_FILLS_MAX: 8,
  /** Before so many fills the index is given the time to hear of them. */
  SEARCH_PAGE_FILLS_AT_ONCE: 2,
  SEARCH_INDEXES_PER_TABLE_MAX: 64,
  /** Index numbers are part of ids and never given again. */
  SEARCH_INDEX_NUMBER_MAX: 65_535,
  /** Sessions of parallel scans that are remembered; past it the one that ends first goes. */
  SCAN_SESSIONS_MAX: 4096,
  /** Our own. */
  SCAN_ALIVE_SECONDS_MAX: 86_400,
  /** Rows for which a parallel scan gets another split. */
  SCAN_SPLIT_ROWS: 1_000_000,

  // Search indexes
  /** Log bytes without a change to its table after which an index is told how far it has come. */
  SEARCH_SILENT_LOG_BYTES: 64 * 1_048_576,
  /** Rows of a table, and their bytes, that are read at once for an index which is being built. */
  SEARCH_SLICE_ROWS: 4096,
  SEARCH_SLICE_BYTES: 1_048_576,
  /** Batches of changes that an index which is being built takes between two slices of the table. */
  SEARCH_BATCHES_PER_SLICE: 4,
  /** Between two comparisons of the indexes with the catalogue, and looks for damage. */
  SEARCH_CHECK_MS: 5_000,
  /** Before an index in trouble is tried again: at first, and at last. */
  SEARCH_RETRY_MS: 200,
  SEARCH_RETRY_MS_MAX: 60_000,
  /** An index that had to be rebuilt so often within so long is left alone until somebody asks. */
  SEARCH_REBUILDS_MAX: 5,
  SEARCH_REBUILDS_MS: 3_600_000,
  /** Row keys that a verification compares at a time, and differences of each kind that it lists. */
  SEARCH_VERIFY_ROWS: 1024,
  SEARCH_VERIFY_KEYS_MAX: 100,
  /** A row that seems to differ is looked at so often before that is believed. */
  SEARCH_VERIFY_LOOKS: 4,
} as const
