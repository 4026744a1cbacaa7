/** The bounds of the console's server. */
export const consoleLimits = {
  /** A signed-in person who asks for nothing is signed out after this time. */
  SESSION_IDLE_MS: 30 * 60_000,
  /** Whoever works all the time signs in again after this time. */
  SESSION_MS: 12 * 3_600_000,
  /** Past this, the session that has been idle for the longest ends. */
  SESSIONS_MAX: 1_000,

  /** Failed tries to sign in from one address; one more is allowed after each interval. */
  SIGN_IN_TRIES: 5,
  SIGN_IN_INTERVAL_MS: 10_000,
  /** Addresses whose failed tries are remembered. */
  SIGN_IN_ADDRESSES_MAX: 1_000,

  /** A row with its largest values, as base64. */
  BODY_BYTES_MAX: 8 * 1_048_576,
  REQUEST_TIMEOUT_MS: 60_000,
  /** Of one request for a part of the map file. The largest tiles have some megabytes. */
  MAP_PIECE_BYTES_MAX: 16 * 1_048_576,
  CONNECTIONS_MAX: 512,

  /** Exports that run at the same time, and those whose progress is remembered. */
  EXPORTS_AT_ONCE: 8,
  EXPORTS_KEPT: 64,
  /** Columns of a CSV or Parquet file. */
  EXPORT_COLUMNS_MAX: 10_000,
  /** A row group of a Parquet file is written with so many rows, or pages of 4 MB. */
  EXPORT_GROUP_ROWS: 2_000,
  EXPORT_GROUP_PAGES: 2,

  /** Rows, their bytes and columns that advice on a key looks at. */
  ADVICE_ROWS_MAX: 1_000,
  ADVICE_BYTES_MAX: 16 * 1_048_576,
  ADVICE_COLUMNS_MAX: 8,
  /** The same where more are asked for. */
  ADVICE_MORE_ROWS_MAX: 20_000,
  ADVICE_MORE_BYTES_MAX: 64 * 1_048_576,
  ADVICE_MORE_COLUMNS_MAX: 32,
  ADVISED_KEYS_MAX: 50,
  ADVISED_SIDE_COLUMNS_MAX: 8,
  /** Of the thread that works it out: one table at a time, so many others wait. */
  ADVICE_WAITING_MAX: 16,
  ADVICE_TIMEOUT_MS: 20_000,
  /** A thread without work ends after this time, and the next table begins another. */
  ADVICE_IDLE_MS: 60_000,
  ADVICE_HEAP_MB: 256,
  ADVICE_NICENESS: 5,

  /** Tasks of samples that run at once in one instance, and those that are remembered. */
  SAMPLE_JOBS_AT_ONCE: 3,
  SAMPLE_JOBS_MAX: 100,
  /** Of one job in the data folder; a larger one is forgotten with the server. */
  SAMPLE_JOB_BYTES_MAX: 1_048_576,
  /** The least time between two saves of a job that runs. */
  SAMPLE_JOB_SAVE_MS: 10_000,
  /** A larger set takes hours, and is loaded by its command. */
  SAMPLE_ROWS_MAX: 1_000_000,
  /** Requests of one answer that are shown as code. */
  SHOWN_REQUESTS_MAX: 40,
  /** Rows of a batch that are shown as code. */
  SHOWN_BATCH_ROWS: 3,
  /** Batches of a job that are read to find the first one of each table. */
  READ_BATCHES_MAX: 100,
} as const
