/** Bounds of rotation. */
export const rotationLimits = {
  /** The service takes one change of a table's reserved throughput in so many seconds. */
  UNITS_CHANGE_SECONDS: 120,
  /** How long a lock holds without being renewed, in milliseconds. */
  LEASE_MS: 60_000,
  /** Rows of one file of an archive, and of its row groups. */
  ARCHIVE_FILE_ROWS: 200_000,
  ARCHIVE_GROUP_ROWS: 10_000,
  /** Of one request that brings rows back; the service takes 4 MB. */
  RESTORE_BATCH_BYTES: 2_000_000,
  /** How old the rows of an archive may be that is brought back. */
  ARCHIVE_AGE_SECONDS_MAX: 3_153_600_000n,
  /** How long the list of a set's tables is believed, in milliseconds. */
  TABLES_KNOWN_MS: 60_000,
} as const
