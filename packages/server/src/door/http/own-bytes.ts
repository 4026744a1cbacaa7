/** A part may keep so many bytes in memory that are not its own. */
const PINNED_BYTES_MAX = 4096

/**
 * The bytes for keeping: as they are, or copied when most of the memory behind them is not theirs. A
 * few bytes would otherwise hold all that came with them, which no budget counts.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const pinned = bytes.buffer.byteLength - bytes.length
  if (pinned <= PINNED_BYTES_MAX || pinned <= bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
