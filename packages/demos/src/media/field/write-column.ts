import { type Client, defineTable } from '@rowhouse/client'
import { mediaKey, mediaTable } from '../media-table.js'

/** Writes a text column that the table did not have into some files. No schema has to change for it. */
export async function writeColumn(
  client: Client,
  column: string,
  values: ReadonlyMap<string, string>,
): Promise<void> {
  const columns: Readonly<Record<string, 'string'>> = { [column]: 'string' }
  const table = client.table(defineTable({ name: mediaTable.name, key: mediaTable.key, columns }))
  for (const [fileId, value] of values) {
    await table.update(mediaKey(fileId), { set: { [column]: value } })
  }
}
