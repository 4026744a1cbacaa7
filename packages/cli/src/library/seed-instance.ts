import { Client, type ClientOptions } from '@rowhouse/client'
import { loadSeed } from '../seed/load-seed.js'

export async function seedInstance(
  instance: Pick<ClientOptions, 'endpoint' | 'instance' | 'accessKey'>,
  file: string,
): Promise<void> {
  const client = new Client(instance)
  try {
    await loadSeed(client, file, 'refuse')
  } finally {
    await client.close()
  }
}
