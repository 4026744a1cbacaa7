import type { StoredCatalog } from '@rowhouse/engine'
import { nodeFiles, systemRandom } from '@rowhouse/platform'
import type { Configuration } from './configuration/configuration.js'
import { InstanceRegistry } from './instances/instance-registry.js'
import { hasInstancesFile, instancesFile, unknownInstances } from './instances/instances-file.js'
import type { Logger } from './logging.js'
import { StartError } from './start-error.js'

/** Opens the instances of the data folder, and creates the one that the configuration names. */
export async function openRegistry(
  configuration: Configuration,
  catalog: StoredCatalog,
  logger: Logger,
): Promise<InstanceRegistry> {
  if (!configuration.ephemeral) await assertInstancesFile(configuration.data, catalog)
  const place = configuration.ephemeral
    ? undefined
    : { files: nodeFiles, folder: configuration.data }
  const registry = await InstanceRegistry.open(place, systemRandom)
  const wanted = configuration.instance
  if (wanted !== undefined) {
    if (registry.find(wanted.name) === undefined) await registry.create(wanted.name, wanted.key)
    else if (wanted.key !== undefined) await registry.setKey(wanted.name, wanted.key)
  }
  const instances = unknownInstances(registry.list(), instancesWithTables(catalog))
  if (instances.length > 0) logger.warn({ instances }, 'there are tables of unknown instances')
  return registry
}

/** Without this check a lost file would look like a server without instances. */
export async function assertInstancesFile(data: string, catalog: StoredCatalog): Promise<void> {
  if (await hasInstancesFile(nodeFiles, data)) return
  const lost = [...new Set(instancesWithTables(catalog))]
  if (lost.length === 0) return
  throw new StartError(
    `${instancesFile(data)} is missing, and there are tables of: ${lost.join(', ')}. Put the file back, from a backup of this folder; or make each instance anew, with another key: rowhouse instance create NAME --data ${data}`,
  )
}

const instancesWithTables = (catalog: StoredCatalog): readonly string[] =>
  [...catalog.all()].map(({ description }) => description.instance)
