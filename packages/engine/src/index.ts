export { backUpIncrement } from './backup/back-up-increment.js'
export {
  backUp,
  BACKUP_CURSOR,
  type BackUpOptions,
  CONTINUOUS_CURSOR,
  type OtherFile,
} from './backup/back-up.js'
export { BackupError } from './backup/backup-error.js'
export type { BackupManifest } from './backup/backup-manifest.js'
export {
  type BackupPlace,
  folderPlace,
  objectPlace,
} from './backup/backup-place.js'
export {
  ContinuousBackup,
  type ContinuousBackupFigures,
  type RestorableTime,
} from './backup/continuous/continuous-backup.js'
export type {
  BackupEvent,
  ContinuousBackupOptions,
} from './backup/continuous/continuous-options.js'
export {
  type RestoredMoment,
  restoreToMoment,
  type StoreVerification,
  verifyStore,
} from './backup/continuous/restore-to-moment.js'
export type { BackupProgress } from './backup/copy-entries.js'
export { isUnfinishedBackup } from './backup/folder-content.js'
export { restoreBackup, verifyBackup } from './backup/restore-backup.js'
export { type FolderVerification, verifyDataFolder } from './backup/verify-data-folder.js'
export {
  type CapacityMeter,
  type ConsumedCapacity,
  createCapacityMeter,
} from './capacity/capacity-meter.js'
export {
  columnBytes,
  columnsBytes,
  deletedColumnBytes,
  type NamedValue,
  primaryKeyBytes,
  unitsOf,
  valueBytes,
} from './capacity/capacity-units.js'
export type { PartitionNotice } from './capacity/partitions/partition-notice.js'
export { type PartitionReport, reportPartitions } from './capacity/partitions/partition-report.js'
export { defaultEngineOptions, type Engine, type EngineOptions } from './engine.js'
export {
  type ChangeFeed,
  createChangeFeed,
  type FeedBatch,
  type Follower,
} from './feed/change-feed.js'
export { CursorMover } from './feed/cursor-mover.js'
export {
  type Imager,
  type Images,
  imagesOfCommits,
  imagesOfSlice,
  type ImageSource,
  rowsOfTable,
  type SliceBounds,
  type SliceImages,
} from './feed/read-images.js'
export {
  type ImageColumn,
  ImageObjects,
  type ImageScope,
  type ImageTarget,
  type RowImage,
  RowImager,
} from './feed/row-image.js'
export { VisibleTimes } from './feed/visible-times.js'
export { createIndex } from './indexes/create-index.js'
export { dropIndex } from './indexes/drop-index.js'
export { cursorName as secondaryIndexCursor } from './indexes/index-context.js'
export {
  type SecondaryIndexes,
  IndexNotKeptError as SecondaryIndexNotKeptError,
  type IndexStatus as SecondaryIndexStatus,
  type IndexVerification as SecondaryIndexVerification,
} from './indexes/secondary-indexes.js'
export { partitionKeyValue } from './keys/decode-key.js'
export { afterRow } from './keys/encode-key.js'
export {
  decodeChangeRecord,
  encodeChangeRecord,
  type RowChange,
  type RowChangeOperation,
  writeSingleChange,
} from './log/change-record.js'
export type { CommitLog, LogRecord, LogTicket } from './log/commit-log.js'
export {
  LogClosedError,
  LogDamagedError,
  LogFailedError,
  LogMissingError,
  LogTrimmedError,
  LogVersionError,
} from './log/log-errors.js'
export type { ClockChange } from './log/log-time.js'
export { type CommitLogOptions, openCommitLog } from './log/open-commit-log.js'
export {
  type HeldMemory,
  MemoryBudget,
  type MemoryFigures,
  type MemoryOwner,
} from './memory/memory-budget.js'
export { RequestGoneError, UNCOUNTED_MEMORY } from './memory/request-memory.js'
export {
  type BackgroundTask,
  type EngineFigures,
  type EngineSetup,
  type OpenEngine,
  openEngine,
} from './open-engine.js'
export type { StallChange } from './partitions/applier.js'
export {
  type EmbeddedPartitionStoreOptions,
  openEmbeddedPartitionStore,
} from './partitions/embedded-partition-store.js'
export {
  type FolderStoreOptions,
  openStore,
  type OpenStoreOptions,
} from './partitions/open-partition-store.js'
export { createPartitionLocks, type PartitionLocks } from './partitions/partition-locks.js'
export type {
  ChangeRecord,
  CommitOutcome,
  EntryScan,
  LoggedCommit,
  Mutation,
  PartitionCommit,
  PartitionRead,
  PartitionSnapshot,
  PartitionStore,
  PartitionStoreCapabilities,
  PartitionView,
  ValueAtHead,
  ScanRange,
  StoredValue,
} from './partitions/partition-store.js'
export { StoreAheadOfLogError, StoreBehindLogError } from './partitions/replay.js'
export { type LogAgreement, LogDisagreementError, verifyLog } from './partitions/verify-log.js'
export { batchGetRow } from './rows/batch-get-row.js'
export { batchWriteRow } from './rows/batch-write-row.js'
export { bulkExport } from './rows/bulk-export.js'
export { bulkImport } from './rows/bulk-import.js'
export { computeSplitPointsBySize } from './rows/compute-split-points-by-size.js'
export { deleteRow } from './rows/delete-row.js'
export { getRange } from './rows/get-range.js'
export { getRow } from './rows/get-row.js'
export { putRow } from './rows/put-row.js'
export {
  type KeyAndValues,
  keyOnlyRow,
  keyOnlyRows,
  rowsByKey,
  rowsOfValues,
} from './rows/rows-by-key.js'
export { updateRow } from './rows/update-row.js'
export { DamagedRowError } from './stored-rows/row-codec.js'
export { addDefinedColumn } from './tables/add-defined-column.js'
export type { Catalog } from './tables/catalog.js'
export { createTable } from './tables/create-table.js'
export { deleteDefinedColumn } from './tables/delete-defined-column.js'
export { deleteTable } from './tables/delete-table.js'
export { describeTable } from './tables/describe-table.js'
export type { InstanceType } from './tables/instance-types.js'
export { listTable } from './tables/list-table.js'
export type { PartitionEvent } from './tables/partitions/partition-layout.js'
export { searchIndexObstacle } from './tables/search-index-rules.js'
export type { StoredCatalog } from './tables/stored-catalog.js'
export type { SearchIndexDescription, Table, TableDescription } from './tables/table-description.js'
export { updateTable } from './tables/update-table.js'
export { abortTransaction } from './transactions/abort-transaction.js'
export { commitTransaction } from './transactions/commit-transaction.js'
export { startLocalTransaction } from './transactions/start-local-transaction.js'
export { engineLimits } from './limits.js'
