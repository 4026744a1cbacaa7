/** A part may keep so many foreign bytes in memory. */
const PINNED_BYTES_MAX = 4096

/**
 * The bytes for keeping: as they are, or as a copy when most of the memory behind them is not theirs.
 * Without the copy a few bytes would keep a whole read alive, which no budget counts.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const pinned = bytes.buffer.byteLength - bytes.length
  if (pinned <= PINNED_BYTES_MAX || pinned <= bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
