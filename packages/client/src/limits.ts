/** The client's own bounds. The service's limits are `limits` in the protocol. */
export const clientLimits = {
  // Connections
  CONNECTIONS_DEFAULT: 64,
  CONNECTIONS_MAX: 2048,
  /** The time for opening a connection. */
  CONNECT_MS: 10_000,
  /** An idle connection is closed after this time, before a server closes it under a request. */
  KEEP_ALIVE_MS: 30_000,
  /** The default time of a call with its retries. */
  TIMEOUT_MS_DEFAULT: 30_000,
  TIMEOUT_MS_MAX: 3_600_000,
  /** The bound of one reply. The largest that the service sends is a few megabytes. */
  REPLY_BYTES_MAX: 256 * 1_048_576,

  // Retries
  RETRIES_DEFAULT: 10,
  BACKOFF_MS_FIRST: 20,
  BACKOFF_MS_MAX: 3_000,
  /** Retries that may be made at once, and the fraction of one that each success gives back. */
  RETRY_BUDGET: 64,
  RETRY_BUDGET_PER_SUCCESS: 0.1,

  // Rows
  /** Rows of requests are written one after the other into buffers of this size. */
  ROW_MEMORY_BYTES: 64 * 1024,
  /** The columns of a row whose order is remembered for the next row. */
  ROW_COLUMNS_REMEMBERED: 1024,

  /** The memory of one batch at first. Larger rows get more. */
  BATCH_MEMORY_BYTES: 128 * 1024,
  /** Batches that were answered and whose memory serves again, and how large that of one may be. */
  BATCHES_KEPT: 64,
  BATCH_MEMORY_BYTES_KEPT: 512 * 1024,
  /** A batch of so many rows is large: the next one of its size takes longer to encode than to send. */
  LARGE_BATCH_ROWS: 50,

  // Pages
  /** Rows that a range asks for in one page. */
  RANGE_PAGE_ROWS: 1000,
  /** Rows of one page of a parallel scan. */
  SCAN_PAGE_ROWS: 1000,

  // Bulk writer
  /** Rows that may wait in a bulk writer; beyond this `write` waits. */
  BULK_ROWS_WAITING: 8192,
  /** Of them, those that need not wait for others: more would only grow old in memory. */
  BULK_ROWS_READY: 1024,
  BULK_BYTES_WAITING: 32 * 1_048_576,
  /** Requests in flight at first, and at most. */
  BULK_CONCURRENCY_FIRST: 4,
  BULK_CONCURRENCY_MAX: 64,
  /** The row data of one BatchWriteRow. The service takes 4 MiB with everything around it. */
  BULK_BATCH_BYTES: 2 * 1_048_576,
  /** How long rows that do not fill a batch wait for others. */
  BULK_LINGER_MS: 5,
} as const
