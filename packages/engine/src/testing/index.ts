export { createMemoryCommitLog, type MemoryCommitLogOptions } from '../log/memory-commit-log.js'
export { alteredStore } from './altered-store.js'
export { faultyObjects, type FaultyObjects, ObjectFaultError } from './faulty-objects.js'
export {
  DATA_FOLDER,
  FIXTURES,
  openFolder,
  packFolder,
  readFolder,
  unpackFolder,
} from './fixtures/fixture-folder.js'
export { instancesFileText } from './fixtures/instances-file-text.js'
export { type MemoryEngine, openMemoryEngine, openMemoryStore } from './memory-engine.js'
export { type PartitionStoreFixture, partitionStoreSuite } from './partition-store-suite.js'
export {
  createTableRequest,
  keyColumn,
  tableOptions,
  updateTableRequest,
} from './table-requests.js'
export { wholeRows } from './whole-rows.js'
