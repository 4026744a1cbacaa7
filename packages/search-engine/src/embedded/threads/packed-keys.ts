/** Keys in one buffer, for sending them to another thread. */
export interface PackedKeys {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The end of each key. */
  readonly ends: Uint32Array<ArrayBuffer>
}

export function packKeys(keys: readonly Uint8Array[]): PackedKeys {
  let size = 0
  for (const key of keys) size += key.length
  const bytes = new Uint8Array(size)
  const ends = new Uint32Array(keys.length)
  let at = 0
  for (const [number, key] of keys.entries()) {
    bytes.set(key, at)
    at += key.length
    ends[number] = at
  }
  return { bytes, ends }
}

export function unpackKeys({ bytes, ends }: PackedKeys): Buffer[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const keys: Buffer[] = []
  let at = 0
  for (const end of ends) {
    keys.push(all.subarray(at, end))
    at = end
  }
  return keys
}
