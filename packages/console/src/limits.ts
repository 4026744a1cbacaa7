/** The bounds of what a page holds and sends. */
export const pageLimits = {
  /** Nobody is at a page that was not touched for so long: what it asks by itself keeps no session open. */
  AWAY_MS: 60_000,
  /** Bytes of a file that are read at once. */
  FILE_PIECE_BYTES: 256 * 1024,
  /** Records of a file from which its columns are guessed. */
  SAMPLE_RECORDS: 1_000,
  /** Rows of one request of an import: what the service takes at most. */
  BATCH_ROWS: 200,
  /** Characters of one request of an import, but for a row that is larger alone. */
  BATCH_CHARACTERS: 1_000_000,
  /** Requests of an import that are under way at once. */
  BATCHES_AT_ONCE: 4,
  /** How often rows that a busy server refuses are sent again. */
  BUSY_TRIES: 8,
  /** Imports and deletions that are over and still shown by their pages. */
  WORKS_KEPT: 3,
  /** Refused records of a file that are listed; all are counted. */
  REFUSALS_SHOWN: 100,
  /** Characters of a refused record that are shown. */
  REFUSAL_CHARACTERS: 300,
} as const
