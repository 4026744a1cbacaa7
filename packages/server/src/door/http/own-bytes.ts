/** The number of foreign bytes that a part may keep alive. */
const PINNED_BYTES_MAX = 4096

/**
 * Returns bytes that may be kept: as they are, or as a copy when most of the memory behind them is not
 * theirs. Otherwise a few bytes would keep the buffer of a whole read alive, which no budget counts.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const pinned = bytes.buffer.byteLength - bytes.length
  if (pinned <= PINNED_BYTES_MAX || pinned <= bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
