import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type FolderVerification, verifyDataFolder } from '@rowhouse/engine'
import { openDataFolder } from '@rowhouse/store'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import type { Configuration } from '../configuration/configuration.js'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { hasInstancesFile, instancesFile, readInstances } from '../instances/instances-file.js'

export interface DataVerification extends FolderVerification {
  readonly instances: number
  readonly search: {
    readonly indexes: number
    readonly segments: number
    readonly bytes: number
  }
}

/** Reads everything in a data folder that no server holds. */
export async function verifyData({ data }: Configuration): Promise<DataVerification> {
  if (!existsSync(data)) throw new InstanceRefusal(`there is no data folder ${data}`)
  const folder = { files: nodeFiles, clock: systemClock, directory: data }
  const tables = await verifyDataFolder(folder)
  const { verifyIndexFiles } = await import('@rowhouse/search-engine')
  const { release } = await openDataFolder(folder)
  try {
    const { damages, ...search } = await verifyIndexFiles(nodeFiles, join(data, 'search'))
    const found = [...damages]
    const instances = await countInstances(data, tables.store.instances, found)
    return {
      ...tables,
      damages: tables.damages + found.length,
      named: [...tables.named, ...found],
      search,
      instances,
    }
  } finally {
    await release()
  }
}

async function countInstances(
  data: string,
  withTables: readonly string[],
  damages: string[],
): Promise<number> {
  try {
    if (withTables.length > 0 && !(await hasInstancesFile(nodeFiles, data))) {
      const lost = withTables.join(', ')
      damages.push(`${instancesFile(data)} is missing, and there are tables of: ${lost}`)
    }
    return (await readInstances(nodeFiles, data)).length
  } catch (error) {
    damages.push(error instanceof Error ? error.message : String(error))
    return 0
  }
}
