import type { Configuration } from '../configuration/configuration.js'
import { NoServerError, askServer } from './admin-client.js'
import { type HeatCommand, type HeatResult, heatResult } from './heat-command.js'
import { readServerFile } from './server-file.js'

/** The heat of a table's columns. Only the server that holds the folder knows it; undefined without one. */
export async function administerHeat(
  { data }: Configuration,
  command: HeatCommand,
): Promise<HeatResult | undefined> {
  const server = readServerFile(data)
  if (server === undefined) return undefined
  try {
    return await askServer(server, command, heatResult)
  } catch (error) {
    if (error instanceof NoServerError) return undefined
    throw error
  }
}
