import { PracticeError } from '../practice-error.js'
import { md5Of } from './cut-pieces.js'
import type { BlobName, PieceStore } from './piece-store.js'
import type { Pointer } from './pointer.js'

/** The bytes of a range, read from the pieces that it touches; undefined if one of those is missing. */
export async function readPieces(
  store: PieceStore,
  blob: BlobName,
  { bytes, pieceBytes, md5 }: Pointer,
  range: { readonly from: number; readonly to: number },
): Promise<Buffer | undefined> {
  const from = Math.max(0, range.from)
  const to = Math.min(bytes, range.to)
  if (from >= to) return Buffer.alloc(0)
  const first = Math.floor(from / pieceBytes)
  const end = Math.ceil(to / pieceBytes)
  const parts: Uint8Array[] = []
  for await (const piece of store.read(blob, first, end)) {
    if (piece.seq !== first + parts.length) return undefined
    if (md5Of(piece.data) !== piece.md5)
      throw new PracticeError(`piece ${piece.seq} of the value of ${blob.owner} is damaged`)
    parts.push(piece.data)
  }
  if (parts.length < end - first) return undefined
  const read = Buffer.concat(parts)
  const isWhole = from === 0 && to === bytes
  if (isWhole && md5Of(read) !== md5)
    throw new PracticeError(`the value of ${blob.owner} is not the one that was written`)
  return read.subarray(from - first * pieceBytes, to - first * pieceBytes)
}
