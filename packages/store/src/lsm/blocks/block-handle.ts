import { outOfRange } from '@rowhouse/platform'

/** Where a block lies in its file. */
export interface BlockHandle {
  position: number
  /** Bytes on the disk, with codec and checksum. */
  stored: number
  /** Bytes of its content in memory. */
  content: number
}

/** Position in 6 bytes, then the two lengths in 4 each, the lowest byte first. */
export const HANDLE_BYTES = 14

export const createHandle = (): BlockHandle => ({ position: 0, stored: 0, content: 0 })

export function writeHandle(bytes: Buffer, at: number, handle: BlockHandle): void {
  bytes.writeUIntLE(handle.position, at, 6)
  bytes.writeUInt32LE(handle.stored, at + 6)
  bytes.writeUInt32LE(handle.content, at + 10)
}

export function readHandle(bytes: Uint8Array, at: number, handle: BlockHandle): void {
  handle.position = readU32(bytes, at) + readU16(bytes, at + 4) * 2 ** 32
  handle.stored = readU32(bytes, at + 6)
  handle.content = readU32(bytes, at + 10)
}

/** Without the checks of a Buffer's methods: the hot paths read one for each entry that they look at. */
export const readU16 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? outOfRange()) | ((bytes[at + 1] ?? outOfRange()) << 8)

const readU32 = (bytes: Uint8Array, at: number): number =>
  (readU16(bytes, at) | (readU16(bytes, at + 2) << 16)) >>> 0
