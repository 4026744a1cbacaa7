import type { Level } from '../../segments/level.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { SearchContext } from '../query.js'

/** The function's value of one document. */
export type DocumentFunction = (document: number) => number

/** A function of a query, opened for each segment. */
export type RowFunction = (
  context: SearchContext,
  view: SegmentView,
  level: Level,
) => DocumentFunction
