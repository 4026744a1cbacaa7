/** One version of one owner's value: every write has an id of its own, so that none overwrites another. */
export interface BlobName {
  readonly owner: string
  readonly id: string
}

/** A part of a value. */
export interface Piece {
  /** From 0. */
  readonly seq: number
  readonly data: Uint8Array
  /** Of the data, in hexadecimal. */
  readonly md5: string
}

/** A value that has pieces, whether anything points to it or not. */
export interface FoundBlob extends BlobName {
  /** When it was begun; milliseconds since the epoch. */
  readonly createdMs: number
}

/** Where pieces lie: rows of a table, or objects of a store. Contract: `testing/piece-store-suite.ts`. */
export interface PieceStore {
  /** Durable when it resolves. */
  put(blob: BlobName, piece: Piece, createdMs: number): Promise<void>
  /** The pieces that are there, from one to another, which is excluded; in their order. */
  read(blob: BlobName, from: number, to: number): AsyncIterable<Piece>
  /** Removes all pieces. None being there is no error. */
  remove(blob: BlobName): Promise<void>
  blobs(): AsyncIterable<FoundBlob>
}
