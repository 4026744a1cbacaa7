/** The bounds of this package. */
export const platformLimits = {
  // Rows
  /** Work that has run for longer than this lets other work go first. */
  SLICE_MS_MAX: 2,
  /**
   * What short pages of ranges, their replies, and the store's scans and writes take together of one turn of
   * the event loop, and what large pages do: requests of one row wait for them in each turn.
   */
  TURN_MS_MAX: 0.5,
  LARGE_TURN_MS_MAX: 0.15,

  // Store
  /**
   * The interval between two checks that the data folder is still there. A write needs a check that is not
   * older than the second bound.
   */
  FOLDER_LOOK_MS: 1_000,
  FOLDER_LOOK_FRESH_MS: 100,

  // Threads
  /** A thread that ends this soon after its start is restarted only after that time. */
  THREAD_RESTART_MS: 1_000,
} as const
