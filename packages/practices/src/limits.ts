/** The bounds of the practices. */
export const practicesLimits = {
  // Advice: a sample says enough
  /** Rows of a file that are kept; a longer one is thinned out evenly. */
  ADVICE_ROWS_MAX: 200_000,
  ADVICE_COLUMNS_MAX: 64,
  /** Columns that are tried in pairs: the best ones. */
  ADVICE_PAIRED_COLUMNS_MAX: 16,

  /** Of one compressed column: the most that a reader makes of it. */
  UNCOMPRESSED_BYTES_MAX: 64 * 1_048_576,
} as const
