export type { LevelDocument } from './documents/document.js'
export { createFingerprints, fingerprintNumber } from './documents/fingerprint.js'
export { createAnalyzerSource } from './embedded/analyzer-source.js'
export {
  defaultSearchThreads,
  type EmbeddedSearchOptions,
  openEmbeddedSearchEngine,
  type ThreadEntries,
} from './embedded/open-embedded-search-engine.js'
export { IndexSearcher } from './embedded/searching/index-searcher.js'
export type { PublishedSegment, Snapshot } from './embedded/snapshot.js'
export { LocalWriting } from './embedded/writing/local-writing.js'
export { imagesOf } from './images/image-batch.js'
export { ImagePacker } from './images/image-packer.js'
export {
  IndexAbsentError,
  IndexDamagedError,
  IndexResetError,
  IndexingEndedError,
} from './indexes/index-errors.js'
export { type FilesVerification, verifyIndexFiles } from './indexes/verify-index-files.js'
export { compileIndexLayout } from './schema/compile-index-layout.js'
export { createRowReader } from './schema/document-of-row.js'
export type { IndexLayout } from './schema/index-layout.js'
export { variantsOf } from './search/values-of-hits.js'
export type {
  AskedSearch,
  CompletedRow,
  FeedStart,
  FoundRow,
  FoundRows,
  ImageBatch,
  ImageColumn,
  IndexDefinition,
  IndexFigures,
  PackedImages,
  RowFingerprint,
  RowImage,
  SearchEngine,
} from './search-engine.js'
export { SEGMENT_VERSION } from './segments/format/segment-frame.js'
export { SectionCache } from './segments/read/section-cache.js'
export { searchEngineLimits } from './limits.js'
