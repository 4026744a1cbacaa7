/** One place for each checksum that a name can have. */
const PLACES = 256

/**
 * The ASCII column names seen last, found by the checksum that a cell's name needs anyway. A
 * table's rows repeat few names: comparing beats decoding, and equal names stay one string, which
 * maps find faster.
 */
export class NameCache {
  private readonly names: string[] = Array.from({ length: PLACES }, () => '')

  /** The name in buffer[start, end), all ASCII, whose checksum is `crc` (0 to 255). */
  ascii(buffer: Buffer, start: number, end: number, crc: number): string {
    const known = this.names[crc]
    if (known !== undefined && isThere(known, buffer, start, end)) return known
    const name = buffer.toString('latin1', start, end)
    this.names[crc] = name
    return name
  }
}

function isThere(name: string, buffer: Buffer, start: number, end: number): boolean {
  if (name.length !== end - start) return false
  for (let i = 0; i < name.length; i++) {
    if (name.charCodeAt(i) !== buffer[start + i]) return false
  }
  return true
}
