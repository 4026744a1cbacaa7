import type { Configuration } from '../configuration/configuration.js'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { askServer } from './admin-client.js'
import { type HeatCommand, type HeatResult, heatResult } from './heat-command.js'
import { readServerFile } from './server-file.js'

/** The heat of a table's columns, from the server that holds the folder: nobody else knows it. */
export async function administerHeat(
  { data }: Configuration,
  command: HeatCommand,
): Promise<HeatResult> {
  const server = readServerFile(data)
  if (server === undefined) throw new InstanceRefusal(`no server holds ${data}`)
  return askServer(server, command, heatResult)
}
