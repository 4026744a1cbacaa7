import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine } from '@rowhouse/engine'
import { openDataFolder } from '@rowhouse/store'
import { nodeFiles, systemClock, systemRandom } from '@rowhouse/platform'
import type { Configuration } from '../configuration/configuration.js'
import { tablesOf } from '../instance-tables.js'
import { InstanceRefusal, InstanceRegistry } from '../instances/instance-registry.js'
import { hasInstancesFile } from '../instances/instances-file.js'
import { assertInstancesFile } from '../open-registry.js'
import { openStorage } from '../open-storage.js'
import { NoServerError, askServer } from './admin-client.js'
import {
  type InstanceCommand,
  type InstanceResult,
  type InstanceTables,
  instanceResult,
  runInstanceCommand,
} from './instance-command.js'
import { readServerFile } from './server-file.js'

/**
 * Runs a command on the instances of a data folder: in the server that holds the folder or, without a
 * server, in this process with the folder locked.
 */
export async function administer(
  configuration: Configuration,
  command: InstanceCommand,
): Promise<InstanceResult> {
  const server = readServerFile(configuration.data)
  if (server !== undefined) {
    try {
      return await askServer(server, command, instanceResult)
    } catch (error) {
      if (!(error instanceof NoServerError)) throw error
    }
  }
  return runHere(configuration, command)
}

async function runHere(
  configuration: Configuration,
  command: InstanceCommand,
): Promise<InstanceResult> {
  if (command.action !== 'create' && !existsSync(configuration.data)) {
    throw new InstanceRefusal(`there is no data folder ${configuration.data}`)
  }
  return (await looksAtTables(configuration, command))
    ? runWithTables(configuration, command)
    : runWithoutTables(configuration, command)
}

/** Most commands need only the lock of the folder, and not the engine. */
async function looksAtTables(
  { data }: Configuration,
  { action }: InstanceCommand,
): Promise<boolean> {
  if (action === 'delete') return true
  // If there are tables, a missing instances file was lost; otherwise it never existed. `create` makes a
  // new one.
  if (action === 'create' || (await hasInstancesFile(nodeFiles, data))) return false
  return existsSync(join(data, 'store'))
}

async function runWithTables(
  configuration: Configuration,
  command: InstanceCommand,
): Promise<InstanceResult> {
  const store = await openStorage(configuration)
  const engine = await openEngine({ store })
  try {
    await assertInstancesFile(configuration.data, engine.catalog)
    return await runInstanceCommand(await openRegistry(configuration), tablesOf(engine), command)
  } finally {
    await engine.close()
  }
}

async function runWithoutTables(
  configuration: Configuration,
  command: InstanceCommand,
): Promise<InstanceResult> {
  const folder = await openDataFolder({
    files: nodeFiles,
    directory: configuration.data,
    clock: systemClock,
  })
  try {
    const noTables: InstanceTables = { count: () => 0, drop: async () => {} }
    return await runInstanceCommand(await openRegistry(configuration), noTables, command)
  } finally {
    await folder.release()
  }
}

function openRegistry({ data }: Configuration): Promise<InstanceRegistry> {
  return InstanceRegistry.open({ files: nodeFiles, folder: data }, systemRandom)
}
