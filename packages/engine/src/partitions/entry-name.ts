/**
 * Bytes of a table as a string, one character per byte: a key for Map and Set whose order is the
 * byte order.
 */
export function entryName(table: number, bytes: Buffer): string {
  return (
    String.fromCharCode(table >>> 24, (table >>> 16) & 0xff, (table >>> 8) & 0xff, table & 0xff) +
    bytes.toString('latin1')
  )
}
