const LOW = 0x1_0000_0000

/** Positions are whole numbers below 2^53, stored as 8 bytes, little-endian. */
export const POSITION_BYTES = 8

export function writePosition(target: Buffer, position: number, offset: number): void {
  target.writeUInt32LE(position % LOW, offset)
  target.writeUInt32LE(Math.floor(position / LOW), offset + 4)
}

export function readPosition(source: Buffer, offset: number): number {
  return source.readUInt32LE(offset) + source.readUInt32LE(offset + 4) * LOW
}
