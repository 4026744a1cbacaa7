import { expectDefined } from '@rowhouse/platform'

/** Compares as unsigned bytes; a prefix sorts before longer keys. */
export function compareKeys(left: Buffer, right: Buffer): number {
  const length = Math.min(left.length, right.length)
  // A loop beats the native comparison as long as the difference comes early, which it mostly does.
  const looped = Math.min(length, LOOPED_BYTES)
  for (let i = 0; i < looped; i++) {
    const difference = byteAt(left, i) - byteAt(right, i)
    if (difference !== 0) return difference
  }
  if (length <= LOOPED_BYTES) return left.length - right.length
  return left.compare(right, LOOPED_BYTES, right.length, LOOPED_BYTES, left.length)
}

const LOOPED_BYTES = 32

function byteAt(bytes: Buffer, index: number): number {
  return expectDefined(bytes[index], 'the index is within both keys')
}
