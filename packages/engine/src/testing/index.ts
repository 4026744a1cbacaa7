export { formatCaseFile, parseCaseFile } from './cases/case-file.js'
export { type CrashableStore, createCrashableStore } from './crashable-store.js'
export { alteredStore } from './altered-store.js'
export {
  DATA_FOLDER,
  FIXTURES,
  openFolder,
  packFolder,
  readFolder,
  unpackFolder,
} from './fixtures/fixture-folder.js'
export { instancesFileText } from './fixtures/instances-file-text.js'
export { filesSuite, type FilesFixture } from './files-suite.js'
export { seededRandom, type SeededRandom } from './seeded-random.js'
export { testSeed } from './test-seed.js'
export { PowerCutError, SimulatedFiles, type FileOperation } from './simulated-files.js'
export { manualClock, type ManualClock } from './manual-clock.js'
export { openMemoryEngine, openMemoryStore, type MemoryEngine } from './memory-engine.js'
export {
  createTableRequest,
  keyColumn,
  tableOptions,
  updateTableRequest,
} from './table-requests.js'
export { faultyObjects, type FaultyObjects, ObjectFaultError } from './faulty-objects.js'
export { objectStoreSuite, type ObjectStoreFixture } from './object-store-suite.js'
export { keyValueStoreSuite, type KeyValueStoreFixture } from './key-value-store-suite.js'
export { partitionStoreSuite, type PartitionStoreFixture } from './partition-store-suite.js'
export { temporaryFolder, type TemporaryFolder } from './temporary-folder.js'
export { createMemoryCommitLog, type MemoryCommitLogOptions } from '../log/memory-commit-log.js'
