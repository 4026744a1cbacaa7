export { PracticeError } from './practice-error.js'
export {
  type FanOutOptions,
  type FanOutPrice,
  fanOutPrice,
  fanOutRanges,
  fanOutScan,
} from './hash/fan-out.js'
export {
  type HashDesign,
  type HashPrefix,
  USUAL_HASH,
  createHashPrefix,
} from './hash/hash-prefix.js'
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
