import { existsSync } from 'node:fs'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type CopiedStore, type CopyProgress, migrateStore, type StoreKind } from '@rowhouse/store'
import { InstanceRefusal } from '../instances/instance-registry.js'

/** Gives a data folder that no server holds a store of another kind; undefined when it has that already. */
export async function migrateData(
  directory: string,
  to: StoreKind,
  onProgress: ((progress: CopyProgress) => void) | undefined,
): Promise<CopiedStore | undefined> {
  if (!existsSync(directory)) throw new InstanceRefusal(`there is no data folder ${directory}`)
  return migrateStore({ files: nodeFiles, clock: systemClock, directory, to, onProgress })
}
