import { nodeFiles, type OpenEngine, openEngine, openStore, systemClock } from '@rowhouse/engine'

const MEMORY_BYTES = 512 * 1024 * 1024

/** An engine on a folder that no server has open, as durable as a server's. */
export async function openBenchEngine(directory: string): Promise<OpenEngine> {
  const store = await openStore({
    directory,
    files: nodeFiles,
    clock: systemClock,
    memoryBudget: MEMORY_BYTES,
    durability: 'strict',
  })
  return openEngine({ store })
}
