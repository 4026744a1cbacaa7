/** One version of an owner's value: every write has its own id, so that none overwrites another. */
export interface BlobName {
  readonly owner: string
  readonly id: string
}

/** A part of a value. */
export interface Piece {
  /** Counted from 0. */
  readonly seq: number
  readonly data: Uint8Array
  /** The MD5 of the data, in hexadecimal. */
  readonly md5: string
}

/** A value that has pieces, with or without a pointer to it. */
export interface FoundBlob extends BlobName {
  /** When its write began, in milliseconds since the epoch. */
  readonly createdMs: number
}

/** Stores pieces as rows of a table or as objects. Contract: `testing/piece-store-suite.ts`. */
export interface PieceStore {
  /** Durable when it resolves. */
  put(blob: BlobName, piece: Piece, createdMs: number): Promise<void>
  /** The existing pieces from `from` (inclusive) to `to` (exclusive), in order. */
  read(blob: BlobName, from: number, to: number): AsyncIterable<Piece>
  /** Removes all pieces; it is no error when there are none. */
  remove(blob: BlobName): Promise<void>
  blobs(): AsyncIterable<FoundBlob>
}
