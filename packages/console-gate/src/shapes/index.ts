export type { Reason, ReasonTexts } from '@rowhouse/practices'
export type * from './advice.js'
export type * from './answers.js'
export { type AskedExport, type ExportProgress, exportFormats } from './exports.js'
export { type GateValue, GateJsonError, readGateJson, writeGateJson } from './gate-json.js'
export type * from './overview.js'
export { reindexOf } from './overview.js'
export type {
  BillResult,
  HistoryResult,
  InstanceCommand,
  InstanceResult,
  ListedPartition,
  PartitionResult,
  StoredLimits,
  WatchResult,
} from '@rowhouse/server'
export * from './samples.js'
export type * from './session-info.js'
export type * from './shown-figures.js'
