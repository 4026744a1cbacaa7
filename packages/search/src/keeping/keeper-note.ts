/*
 * The note that a keeper stores in the search engine beside an index: the progress of its build, and what
 * the index was made from. docs/formats.md, "Note of an index", has it byte by byte.
 */

export interface KeeperNote {
  /** The scanned rows; undefined once all rows are scanned. */
  readonly build: BuildNote | undefined
  readonly basis: IndexBasis
  /**
   * The position of the index's cursor in the log: if the log's cursor is before it, the log is an
   * older one.
   */
  readonly cursor: number
}

export interface BuildNote {
  readonly scannedRows: number
  /** The key of the last scanned row; undefined before the first. */
  readonly last: Buffer | undefined
}

/** What every image of the index depends on beside its row. */
export interface IndexBasis {
  /** A hash of the schema and of the identity of table and index. */
  readonly schema: Buffer
  /** The times to live of table and index in seconds; -1 for none. */
  readonly tableTimeToLive: number
  readonly indexTimeToLive: number
}

export const SCHEMA_HASH_BYTES = 16
const VERSION = 2
const SCHEMA_AT = 2
const TABLE_TTL_AT = SCHEMA_AT + SCHEMA_HASH_BYTES
const INDEX_TTL_AT = TABLE_TTL_AT + 4
const ROWS_AT = INDEX_TTL_AT + 4
const CURSOR_AT = ROWS_AT + 8
const LAST_AT = CURSOR_AT + 8

const COMPLETE = 0
const BUILDING = 1

export function encodeNote({ build, basis, cursor }: KeeperNote): Buffer {
  const last = build?.last
  const note = Buffer.alloc(LAST_AT + (last?.length ?? 0))
  note[0] = VERSION
  note[1] = build === undefined ? COMPLETE : BUILDING
  basis.schema.copy(note, SCHEMA_AT)
  note.writeInt32LE(basis.tableTimeToLive, TABLE_TTL_AT)
  note.writeInt32LE(basis.indexTimeToLive, INDEX_TTL_AT)
  note.writeDoubleLE(build?.scannedRows ?? 0, ROWS_AT)
  note.writeDoubleLE(cursor, CURSOR_AT)
  last?.copy(note, LAST_AT)
  return note
}

/** Undefined for bytes that are not a note of this version: the index is then rebuilt. */
export function decodeNote(bytes: Uint8Array): KeeperNote | undefined {
  const note = Buffer.from(bytes)
  if (note.length < LAST_AT || note[0] !== VERSION) return undefined
  const basis = {
    schema: note.subarray(SCHEMA_AT, TABLE_TTL_AT),
    tableTimeToLive: note.readInt32LE(TABLE_TTL_AT),
    indexTimeToLive: note.readInt32LE(INDEX_TTL_AT),
  }
  const cursor = note.readDoubleLE(CURSOR_AT)
  if (note[1] === COMPLETE) return { build: undefined, basis, cursor }
  const last = note.length === LAST_AT ? undefined : note.subarray(LAST_AT)
  return { build: { scannedRows: note.readDoubleLE(ROWS_AT), last }, basis, cursor }
}
