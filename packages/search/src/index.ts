export {
  type EmbeddedSearchOptions,
  openEmbeddedSearchEngine,
} from './engine/embedded/open-embedded-search-engine.js'
export type * from './engine/search-engine.js'
export { IndexDamagedError } from './indexes/index-errors.js'
