/** The bounds of import, export and copy; the service's own are `limits` of the protocol. */
export const transferLimits = {
  /** Characters of one record: without a bound, a quote that is never closed would use all memory. */
  RECORD_CHARACTERS_MAX: 64 * 1_048_576,
  /** Bytes that are read from a file at once. */
  READ_BYTES: 256 * 1024,
  /** Records from which types are inferred. */
  SAMPLE_RECORDS: 10_000,
  /** Rows of one window, which is ordered and recorded in the journal as a whole. */
  WINDOW_ROWS: 8_192,
  /** Windows that are written at the same time. */
  WINDOWS_OPEN: 3,
  /** Keys of one search of an export; the service returns no more from an index without the table. */
  FOUND_PAGE_ROWS: 1000,
  /** Concurrent requests for these rows, of 100 rows each. */
  FOUND_BATCHES_AT_ONCE: 4,
  /** The minimum time between two saves of the journal. */
  JOURNAL_MS: 250,
  /** Rows of one page of an export. */
  PAGE_ROWS: 2_000,
  /** The approximate size of the parts of a table that are exported at the same time. */
  PART_MEBIBYTES: 8,
  /** Rows of one place of a sample: more, and smaller tables have fewer places; fewer are more requests. */
  SAMPLE_PLACE_ROWS: 10,
  /** Places of a sample that are read at the same time: each waits for the disk, where the table is large. */
  SAMPLE_PLACES_AT_ONCE: 8,
  /** Bytes of all rows of a sample. */
  SAMPLE_BYTES_MAX: 256 * 1_048_576,
  /** Rows of one row group of a Parquet file. */
  ROW_GROUP_ROWS: 50_000,
  /** Tries of rows that a loaded server refuses, in a copy to a table with a side table. */
  SIDE_WRITE_TRIES: 12,
  /** Differences between a table and its copy that are listed. */
  DIFFERENCES_SHOWN: 20,
  /** Different values of a column that a profile counts. */
  DISTINCT_VALUES: 200_000,
} as const
