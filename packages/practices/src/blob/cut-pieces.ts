import { createHash } from 'node:crypto'
import type { Piece } from './piece-store.js'

/** Cuts data into pieces of equal length; the last may be shorter. Empty data has no piece. */
export async function* cutPieces(
  data: Uint8Array | AsyncIterable<Uint8Array>,
  pieceBytes: number,
): AsyncGenerator<Piece, void, undefined> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let seq = 0
  for await (const chunk of data instanceof Uint8Array ? [data] : data) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    while (waitingBytes + rest.length >= pieceBytes) {
      const taken = rest.subarray(0, pieceBytes - waitingBytes)
      rest = rest.subarray(taken.length)
      yield pieceOf(seq++, Buffer.concat([...waiting, taken]))
      waiting = []
      waitingBytes = 0
    }
    // The caller may reuse its memory.
    if (rest.length > 0) waiting.push(Buffer.from(rest))
    waitingBytes += rest.length
  }
  if (waitingBytes > 0) yield pieceOf(seq, Buffer.concat(waiting))
}

const pieceOf = (seq: number, data: Buffer): Piece => ({ seq, data, md5: md5Of(data) })

export const md5Of = (data: Uint8Array): string => createHash('md5').update(data).digest('hex')
