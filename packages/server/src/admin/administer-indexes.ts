import { existsSync } from 'node:fs'
import { openEngine } from '@rowhouse/engine'
import type { Configuration } from '../configuration/configuration.js'
import { createLogger } from '../logging.js'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { openSearch } from '../open-search.js'
import { openStorage } from '../open-storage.js'
import { NoServerError, askServer } from './admin-client.js'
import {
  type IndexCommand,
  type IndexResult,
  indexResult,
  runIndexCommand,
} from './index-command.js'
import { readServerFile } from './server-file.js'

/**
 * Runs a command on the indexes of a data folder: in the server that holds the folder or, without a server,
 * in this process. A rebuild that begins here continues when the next server starts.
 */
export async function administerIndexes(
  configuration: Configuration,
  command: IndexCommand,
): Promise<IndexResult> {
  const server = readServerFile(configuration.data)
  if (server !== undefined) {
    try {
      return await askServer(server, command, indexResult)
    } catch (error) {
      if (!(error instanceof NoServerError)) throw error
    }
  }
  return runHere(configuration, command)
}

async function runHere(configuration: Configuration, command: IndexCommand): Promise<IndexResult> {
  if (!existsSync(configuration.data)) {
    throw new InstanceRefusal(`there is no data folder ${configuration.data}`)
  }
  const store = await openStorage(configuration)
  const engine = await openEngine({ store })
  const search = openSearch(configuration, engine, createLogger('silent'))
  try {
    return await runIndexCommand(engine, search, command)
  } finally {
    await search.close()
    await engine.close()
  }
}
