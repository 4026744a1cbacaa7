/** The first byte of every key inside a table says what the entry is. */
export const Space = {
  /** Encoded primary key → row; encoded primary key + chunk suffix → column chunk. */
  ROWS: 0x01,
  /** Hour of the oldest version + encoded primary key → empty. Expiry looks here first. */
  EXPIRY: 0x02,
  /** Column number → column name. */
  NAMES: 0x03,
  /** Encoded partition key → last generated auto-increment value. */
  COUNTERS: 0x04,
  /** In an index: row key of the main table → its current index row. */
  INDEX_ROWS: 0x10,
  /** In an index: the progress of its keeper. */
  INDEX_STATE: 0x11,
} as const
export type Space = (typeof Space)[keyof typeof Space]

/** The table that holds the catalogue itself; partition key = instance name. */
export const CATALOG_TABLE = 0
