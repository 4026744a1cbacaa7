export { alteredStore } from './altered-store.js'
export { filesSuite, type FilesFixture } from './files-suite.js'
export { seededRandom, type SeededRandom } from './seeded-random.js'
export { PowerCutError, SimulatedFiles, type FileOperation } from './simulated-files.js'
export { manualClock, type ManualClock } from './manual-clock.js'
export { openMemoryEngine, openMemoryStore, type MemoryEngine } from './memory-engine.js'
export {
  createTableRequest,
  keyColumn,
  tableOptions,
  updateTableRequest,
} from './table-requests.js'
