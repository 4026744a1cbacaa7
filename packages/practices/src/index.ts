export { type BlobOptions, BlobStore, type ByteRange } from './blob/blob-store.js'
export { objectPieces } from './blob/object-pieces.js'
export { objectsInFolder } from './blob/objects-in-folder.js'
export type { BlobName, FoundBlob, Piece, PieceStore } from './blob/piece-store.js'
export type { Pointer, PointerStore } from './blob/pointer.js'
export { blobChunks, tablePieces } from './blob/table-pieces.js'
export type { CodecName } from './compress/codecs.js'
export {
  type Attributes,
  type Compression,
  type CompressionDesign,
  createCompression,
} from './compress/attribute-compression.js'
export { PracticeError } from './practice-error.js'
export {
  type FanOutOptions,
  type FanOutPrice,
  fanOutPrice,
  fanOutRanges,
  fanOutScan,
} from './hash/fan-out.js'
export { createHashPrefix } from './hash/hash-prefix.js'
export { type HashDesign, type HashPrefix, USUAL_HASH } from './hash/prefix-by.js'
export type { SdkCallback, SdkClient } from './retry/sdk-client.js'
export { type RetryOptions, withRetries } from './retry/retrying-sdk.js'
export {
  type HalfWritten,
  type RepairOptions,
  findHalfWritten,
  repairSide,
} from './side-table/repair-side.js'
export {
  type ColumnTouches,
  type SideAdvice,
  type SideAdviceOptions,
  type SideColumn,
  type SideReason,
  type TableTouches,
  adviseSide,
} from './side-table/advise-side.js'
export { POINTER as SIDE_POINTER, type SideDesign } from './side-table/side-layout.js'
export type {
  SideChange,
  SideChanges,
  SideRangeOptions,
  SideReadOptions,
  SideResult,
  SideWriteOptions,
} from './side-table/side-options.js'
export { TableWithSide } from './side-table/table-with-side.js'
export type { UnitFigures } from './side-table/unit-meter.js'
export { findConnectorFaults, suggestConnector } from './splice/connector.js'
export { designFromSample } from './splice/design-from-sample.js'
export { type Division, divisionsOf, warnOfDivisions } from './splice/division.js'
export type {
  CharacterRange,
  IntegerPart,
  IntegerRange,
  Part,
  PartRow,
  PartValue,
  StringPart,
} from './splice/part.js'
export {
  type Splice,
  type SpliceDesign,
  createSplice,
  findSpliceFaults,
  renderKey,
} from './splice/splice.js'
export { type KeyRange, type LeadingRange, spliceRange } from './splice/splice-range.js'
export { type Advice, type AdviceOptions, type JudgedCandidate, advise } from './advise/advise.js'
export type { Transform } from './advise/candidate.js'
export { bytesText, countText, percentText } from './advise/figure-texts.js'
export type { Figures } from './advise/figures.js'
export type { Verdict } from './advise/judge.js'
export { type Reason, type ReasonTexts, reasonText } from './advise/reason.js'
export { type Sample, type Sampler, createSampler } from './advise/sample.js'
export type { Workload, WorkloadOptions } from './advise/workload.js'
export { practicesLimits } from './limits.js'
export type { Order } from './advise/arrival.js'
