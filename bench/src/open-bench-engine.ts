import { type OpenEngine, openEngine, openStore } from '@rowhouse/engine'
import type { StoreKind } from '@rowhouse/store'
import { nodeFiles, systemClock } from '@rowhouse/platform'

const MEMORY_BYTES = 512 * 1024 * 1024

/** Opens an engine on a folder without a server, with a server's durability. */
export async function openBenchEngine(
  directory: string,
  storeKind?: StoreKind,
): Promise<OpenEngine> {
  const store = await openStore({
    directory,
    files: nodeFiles,
    clock: systemClock,
    memoryBudget: MEMORY_BYTES,
    storeKind,
    durability: 'strict',
  })
  return openEngine({ store })
}
