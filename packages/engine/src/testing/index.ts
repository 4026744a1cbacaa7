export { filesSuite, type FilesFixture } from './files-suite.js'
export { seededRandom, type SeededRandom } from './seeded-random.js'
export { PowerCutError, SimulatedFiles, type FileOperation } from './simulated-files.js'
