export { type StoredLimits, parseLimit } from './admission/tenant-limits.js'
export { administer } from './admin/administer.js'
export { administerBackup, restoreData, restoreDataTo } from './admin/administer-backup.js'
export { type BackupVerification, verifyBackupAt } from './admin/verify-backup.js'
export { administerIndexes } from './admin/administer-indexes.js'
export { administerHeat } from './admin/administer-heat.js'
export { administerPartitions } from './admin/administer-partitions.js'
export { migrateData } from './admin/migrate-data.js'
export type { BackupResult } from './admin/backup-command.js'
export { sameSecret } from './admin/same-secret.js'
export { type DataVerification, verifyData } from './admin/verify-data.js'
export { type HeatCommand, type HeatResult, heatResult } from './admin/heat-command.js'
export type { IndexCommand, IndexResult, ListedIndex } from './admin/index-command.js'
export {
  type InstanceCommand,
  type InstanceResult,
  instanceCommand,
  instanceResult,
} from './admin/instance-command.js'
export {
  type ListedPartition,
  type PartitionCommand,
  type PartitionResult,
  partitionResult,
} from './admin/partition-command.js'
export { type BillResult, billResult } from './admin/bill-command.js'
export {
  type HistoryResult,
  type WatchResult,
  historyResult,
  watchResult,
} from './admin/watch-command.js'
export { type Configuration, readConfiguration } from './configuration/configuration.js'
export { ConfigurationError } from './configuration/configuration-error.js'
export type { SettingSources } from './configuration/gather-settings.js'
export {
  type SettingName,
  optionOf,
  settingHelp,
  settingNames,
  variableOf,
} from './configuration/settings.js'
export { writtenDefault } from './configuration/written-default.js'
export { FAULT_CODES, type Fault, type FaultCode } from './faults/fault.js'
export { gaps, operations } from './dispatch-table.js'
export { InstanceRefusal, InstanceRegistry } from './instances/instance-registry.js'
export type { AccessKey, Instance, KeyAccess } from './instances/instance.js'
export { instancesFile } from './instances/instances-file.js'
export { openObjects, resolvePlace } from './objects/open-objects.js'
export { originOf } from './origin-of.js'
export { StartError } from './start-error.js'
export {
  type ConsoleParts,
  type OpenConsole,
  type RunningServer,
  type StartOptions,
  startServer,
} from './start-server.js'
export type { Administer } from './open-admin.js'
export type { AdminCommand } from './admin/admin-command.js'
export type { Call, EngineGate, ReplyTarget } from './door/messages.js'
export { ReplyStamps } from './door/reply-stamps.js'
export { VERSION } from './version.js'
export { serverLimits } from './limits.js'
