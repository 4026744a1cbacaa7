/**
 * A copy in memory of its own, for what is kept or sent to a thread: one in the 8 KB that Node.js cuts small
 * buffers from keeps all of them as long as it lives, and a message takes all of them along.
 */
export function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
