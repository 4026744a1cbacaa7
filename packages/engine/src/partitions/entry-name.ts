/**
 * The table and key of an entry as a string, one character per byte: a key for Map and Set that compares in
 * byte order.
 */
export function entryName(table: number, bytes: Buffer): string {
  return (
    String.fromCharCode(table >>> 24, (table >>> 16) & 0xff, (table >>> 8) & 0xff, table & 0xff) +
    bytes.toString('latin1')
  )
}
