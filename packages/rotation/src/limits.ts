/** The bounds of rotation. */
export const rotationLimits = {
  /** The service allows one change of a table's reserved throughput in so many seconds. */
  UNITS_CHANGE_SECONDS: 120,
  /** How long a lock is valid without being renewed, in milliseconds. */
  LEASE_MS: 60_000,
  /** Rows of one file of an archive, and of its row groups. */
  ARCHIVE_FILE_ROWS: 200_000,
  ARCHIVE_GROUP_ROWS: 10_000,
  /** The row data of one request that restores rows; the service allows 4 MB. */
  RESTORE_BATCH_BYTES: 2_000_000,
  /** How old the rows of a restored archive may be. */
  ARCHIVE_AGE_SECONDS_MAX: 3_153_600_000n,
  /** How long the list of a set's tables is cached, in milliseconds. */
  TABLES_KNOWN_MS: 60_000,
} as const
