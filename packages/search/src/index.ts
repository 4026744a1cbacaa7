export {
  type EmbeddedSearchOptions,
  defaultSearchThreads,
  openEmbeddedSearchEngine,
} from './engine/embedded/open-embedded-search-engine.js'
export type * from './engine/search-engine.js'
export { IndexAbsentError, IndexDamagedError, IndexResetError } from './indexes/index-errors.js'
export { type FilesVerification, verifyIndexFiles } from './indexes/verify-index-files.js'
export { computeSplits } from './operations/compute-splits.js'
export { createSearchIndex } from './operations/create-search-index.js'
export { deleteSearchIndex } from './operations/delete-search-index.js'
export { describeSearchIndex } from './operations/describe-search-index.js'
export { listSearchIndex } from './operations/list-search-index.js'
export { openSearchService } from './operations/open-search-service.js'
export { parallelScan } from './operations/parallel-scan.js'
export type { IndexSearches } from './operations/search-figures.js'
export type { Indexing, SearchCall, SearchService } from './operations/search-service.js'
export { search } from './operations/search.js'
export { updateSearchIndex } from './operations/update-search-index.js'
export { createIndexKeeper } from './keeping/create-index-keeper.js'
export * from './keeping/index-keeper.js'
export { compileIndexLayout } from './schema/compile-index-layout.js'
