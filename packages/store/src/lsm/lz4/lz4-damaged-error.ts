/** The bytes are no block of LZ4, or one of more bytes than expected. */
export class Lz4DamagedError extends Error {
  /** The byte of the block behind which that was seen. */
  readonly at: number

  constructor(at: number) {
    super(`not a block of LZ4, seen before its byte ${at}`)
    this.name = 'Lz4DamagedError'
    this.at = at
  }
}
