/** The bounds of the practices. */
export const practicesLimits = {
  // Advice from a sample
  /** Rows of a file that are kept, evenly spread over it. */
  ADVICE_ROWS_MAX: 200_000,
  ADVICE_COLUMNS_MAX: 64,
  /** The simulation has memory for each partition. */
  ADVICE_PARTITIONS_MAX: 10_000,
  /** The number of best columns that are tried in pairs. */
  ADVICE_PAIRED_COLUMNS_MAX: 16,

  // Side tables
  /** Between the two writes of one row; what is older and has no pointer is removed by a repair. */
  SIDE_WRITE_MS_MAX: 3_600_000,
  SIDE_ABANDONED_MS: 24 * 3_600_000,
  /** Rows that are read or written together, and about their bytes. */
  SIDE_GROUP_ROWS: 100,
  SIDE_GROUP_BYTES: 2 * 1_048_576,
  /** Tries of an update whose row others change meanwhile. */
  SIDE_UPDATE_TRIES: 16,
  /** Fewer requests that name columns do not tell which are wanted. */
  SIDE_NAMING_CALLS_MIN: 20,

  // Compression
  /** The maximum size of one compressed column after decompression. */
  UNCOMPRESSED_BYTES_MAX: 64 * 1_048_576,
} as const
