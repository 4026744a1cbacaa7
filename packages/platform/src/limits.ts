/** The bounds of what everything else is given. */
export const platformLimits = {
  // Rows
  /** A request that works longer than this at a stretch lets others go first. */
  SLICE_MS_MAX: 2,

  // Store
  /** Between two looks whether the data folder is still there; with writes none is older than the second. */
  FOLDER_LOOK_MS: 1_000,
  FOLDER_LOOK_FRESH_MS: 100,
} as const
