/** What advice looks at; a sample says enough. */
export const practicesLimits = {
  /** Rows of a file that are kept; a longer one is thinned out evenly. */
  ADVICE_ROWS_MAX: 200_000,
  ADVICE_COLUMNS_MAX: 64,
  /** Columns that are tried in pairs: the best ones. */
  ADVICE_PAIRED_COLUMNS_MAX: 16,
} as const
