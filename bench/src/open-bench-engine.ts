import { type OpenEngine, openEngine, openStore } from '@rowhouse/engine'
import { nodeFiles, systemClock } from '@rowhouse/platform'

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
