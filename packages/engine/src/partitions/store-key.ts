/** Keys in the key-value store: the table's number, then the entry's key (space byte first). */
export const TABLE_BYTES = 4

export function storeKey(table: number, key: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(TABLE_BYTES + key.length)
  bytes.writeUInt32BE(table, 0)
  bytes.set(key, TABLE_BYTES)
  return bytes
}

export function withoutTable(key: Buffer): Buffer {
  return key.subarray(TABLE_BYTES)
}
