/** The shell's own bounds; the service's limits are `limits` of the protocol. */
export const shellLimits = {
  /** Lines that the history keeps. */
  HISTORY_LINES: 1000,
  /** Rows that `scan` shows as a table without a limit. */
  SHOWN_ROWS: 100,
  /** Rows of one page of a range that is read whole. */
  PAGE_ROWS: 1000,
  /** Characters of a cell in a table; JSON output has the whole value. */
  CELL_CHARACTERS: 200,
  /** Nested arrays and objects of JSON. */
  JSON_DEPTH: 100,
  /** Bytes of the rows of `press_input`. */
  PRESS_ROW_BYTES: 1024,
} as const
