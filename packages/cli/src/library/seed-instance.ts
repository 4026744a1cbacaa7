import { Client, type ClientOptions } from '@rowhouse/client'
import { loadSeed } from '../seed/load-seed.js'
import { readSeed } from '../seed/read-seed.js'

export async function seedInstance(
  instance: Pick<ClientOptions, 'endpoint' | 'instance' | 'accessKey'>,
  file: string,
): Promise<void> {
  const tables = await readSeed(file)
  const client = new Client(instance)
  try {
    await loadSeed(client, tables, 'refuse')
  } finally {
    await client.close()
  }
}
