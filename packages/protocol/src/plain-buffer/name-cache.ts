/** One place for each value of the checksum. */
const PLACES = 256

/**
 * The ASCII column names seen last, found by the checksum that a cell's name needs anyway. The rows of
 * a table repeat few names: comparing is faster than decoding, and maps find a name faster when it is
 * always the same string.
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
