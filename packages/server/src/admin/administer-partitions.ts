import { existsSync } from 'node:fs'
import { openEngine } from '@rowhouse/engine'
import type { Configuration } from '../configuration/configuration.js'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { openStorage } from '../open-storage.js'
import { NoServerError, askServer } from './admin-client.js'
import {
  type PartitionCommand,
  type PartitionResult,
  partitionResult,
  runPartitionCommand,
} from './partition-command.js'
import { readServerFile } from './server-file.js'

/**
 * Reports on the partitions of a table: from the server that holds the folder or, without a server, from
 * this process, which does not know their load.
 */
export async function administerPartitions(
  configuration: Configuration,
  command: PartitionCommand,
): Promise<PartitionResult> {
  const server = readServerFile(configuration.data)
  if (server !== undefined) {
    try {
      return await askServer(server, command, partitionResult)
    } catch (error) {
      if (!(error instanceof NoServerError)) throw error
    }
  }
  if (!existsSync(configuration.data)) {
    throw new InstanceRefusal(`there is no data folder ${configuration.data}`)
  }
  const engine = await openEngine({ store: await openStorage(configuration) })
  try {
    return await runPartitionCommand(engine, command)
  } finally {
    await engine.close()
  }
}
