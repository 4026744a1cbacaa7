/** The bounds of import, export and copy; the service's own are `limits` of the protocol. */
export const transferLimits = {
  /** Characters of one record of a file: a quote that is never closed would otherwise take all memory. */
  RECORD_CHARACTERS_MAX: 64 * 1_048_576,
  /** Bytes that are read from a file at once. */
  READ_BYTES: 256 * 1024,
  /** Records that types are inferred from. */
  SAMPLE_RECORDS: 10_000,
  /** Rows that are ordered together, and of which the journal speaks as one. */
  WINDOW_ROWS: 8_192,
  /** Windows that are written at the same time. */
  WINDOWS_OPEN: 3,
  /** How often the journal is kept, at most. */
  JOURNAL_MS: 250,
  /** Rows of one page of an export. */
  PAGE_ROWS: 2_000,
  /** Parts of a table that are exported at the same time are about so large. */
  PART_MEBIBYTES: 8,
  /** Rows of one row group of a Parquet file. */
  ROW_GROUP_ROWS: 50_000,
  /** Differences between a table and its copy that are told one by one. */
  DIFFERENCES_SHOWN: 20,
  /** Different values of a column that a profile counts. */
  DISTINCT_VALUES: 200_000,
} as const
