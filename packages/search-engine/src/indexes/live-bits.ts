import { crc32 } from 'node:zlib'

/** The content of a file of deletes: a CRC-32, and the bit set of live documents. */
export function encodeLiveBits(live: Uint32Array): Uint8Array {
  const content = Buffer.alloc(4 + 4 * live.length)
  for (const [word, bits] of live.entries()) content.writeUInt32LE(bits, 4 + 4 * word)
  content.writeUInt32LE(crc32(content.subarray(4)), 0)
  return content
}

/** In shared memory; undefined when the content is damaged. */
export function decodeLiveBits(content: Buffer, documents: number): Uint32Array | undefined {
  const words = Math.ceil(documents / 32)
  const isWhole = content.length === 4 + 4 * words
  if (!isWhole || crc32(content.subarray(4)) !== content.readUInt32LE(0)) return undefined
  const live = new Uint32Array(new SharedArrayBuffer(4 * words))
  for (let word = 0; word < words; word++) live[word] = content.readUInt32LE(4 + 4 * word)
  return live
}

export function countLive(words: Uint32Array): number {
  let count = 0
  for (let word of words) {
    for (; word !== 0; word &= word - 1) count += 1
  }
  return count
}
