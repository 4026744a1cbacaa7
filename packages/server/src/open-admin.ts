import type { OpenEngine } from '@rowhouse/engine'
import { systemRandom } from '@rowhouse/platform'
import type { AdminCommand } from './admin/admin-command.js'
import { startAdminServer } from './admin/admin-server.js'
import { type BackupCommand, Backups } from './admin/backup-command.js'
import { runBillCommand } from './admin/bill-command.js'
import { type IndexCommand, runIndexCommand } from './admin/index-command.js'
import { runHeatCommand } from './admin/heat-command.js'
import { runInstanceCommand } from './admin/instance-command.js'
import { runPartitionCommand } from './admin/partition-command.js'
import { runThrottleCommand } from './admin/throttle-command.js'
import { type WatchCommand, runWatchCommand } from './admin/watch-command.js'
import { removeServerFile, writeServerFile } from './admin/server-file.js'
import { isTestCommand, runTestCommand } from './admin/test-command.js'
import type { Cleanup } from './cleanup.js'
import type { ColumnHeat } from './column-heat/column-heat.js'
import type { Configuration } from './configuration/configuration.js'
import type { Faults } from './faults/faults.js'
import { tablesOf } from './instance-tables.js'
import type { InstanceRegistry } from './instances/instance-registry.js'
import type { Logger } from './logging.js'
import type { SearchHost } from './search-host.js'
import type { Watch } from './watch/watch.js'

/** How programs on this machine reach the admin API. */
export interface AdminAddress {
  /** The port on 127.0.0.1. */
  readonly port: number
  readonly secret: string
}

export interface AdminParts {
  readonly registry: InstanceRegistry
  readonly engine: OpenEngine
  readonly search: SearchHost
  readonly heat: ColumnHeat
  readonly watch: Watch
  /** Undefined unless tests control the server. */
  readonly faults: Faults | undefined
  /** The data folder; undefined in memory. */
  readonly folder: string | undefined
  readonly logger: Logger
  readonly cleanup: Cleanup
}

/** Runs a command; rejects with InstanceRefusal when it is refused. */
export type Administer = (command: AdminCommand) => Promise<unknown>

export interface Administration {
  readonly administer: Administer
  /** Undefined in memory, unless tests control the server. */
  readonly admin: AdminAddress | undefined
}

export async function openAdministration(
  configuration: Configuration,
  parts: AdminParts,
): Promise<Administration> {
  const backups = new Backups(parts.engine.store, configuration.data)
  if (!configuration.ephemeral) await backups.removeStaleCursor()
  const administer: Administer = (command) => run(parts, backups, command)
  return { administer, admin: await openAdmin(configuration, parts, administer) }
}

/**
 * Opens the admin API. Commands find it through a file in the data folder, and tests through the ready
 * line.
 */
async function openAdmin(
  configuration: Configuration,
  { logger, cleanup }: AdminParts,
  administer: Administer,
): Promise<AdminAddress | undefined> {
  if (configuration.ephemeral && !configuration.testControl) return undefined
  const secret = systemRandom.bytes(32).toString('hex')
  const admin = await startAdminServer(secret, administer, (error) =>
    logger.error({ err: error }, 'admin command failed'),
  )
  cleanup.add(() => admin.close())
  if (!configuration.ephemeral) {
    const { data } = configuration
    writeServerFile(data, { pid: process.pid, adminPort: admin.port, adminSecret: secret })
    cleanup.add(() => removeServerFile(data))
  }
  return { port: admin.port, secret }
}

function run(parts: AdminParts, backups: Backups, command: AdminCommand): Promise<unknown> {
  const { registry, engine, search, heat, watch, faults } = parts
  const tables = tablesOf(engine, search)
  if (isBackupCommand(command)) return backups.run(command)
  if (isTestCommand(command)) return runTestCommand(registry, tables, faults, command)
  if (isWatchCommand(command)) return runWatchCommand(watch, command)
  if (command.action === 'bill') return runBillCommand(parts, command)
  if (command.action === 'partitions') return runPartitionCommand(engine, command)
  if (command.action === 'throttle') return runThrottleCommand(engine, command)
  if (command.action === 'columns') return runHeatCommand(engine, heat, command)
  return isIndexCommand(command)
    ? runIndexCommand(engine, search, command)
    : runInstanceCommand(registry, tables, command)
}

const isIndexCommand = (command: AdminCommand): command is IndexCommand =>
  command.action.startsWith('index-')

const isWatchCommand = (command: AdminCommand): command is WatchCommand =>
  command.action === 'watch' || command.action === 'history'

const isBackupCommand = (command: AdminCommand): command is BackupCommand =>
  command.action.startsWith('backup')
