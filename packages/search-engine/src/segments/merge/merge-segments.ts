import { expectDefined, outOfRange } from '@rowhouse/platform'
import type { IndexLayout } from '../../schema/index-layout.js'
import { encodeSummary } from '../format/segment-summary.js'
import { type SegmentSink, SegmentWriter } from '../format/segment-writer.js'
import { sortStepsOf } from '../write/index-sort-key.js'
import { writeFacts } from '../write/write-facts.js'
import { mergeFacts } from './merge-facts.js'
import type { MergeInput } from './merge-input.js'
import { mergeLevel } from './merge-level.js'
import { type MergedRows, mergeRows } from './merge-rows.js'

export interface Merged {
  /** Of the new segment. */
  readonly bytes: number
  /** By input and its document: the document in the new segment, or DROPPED. */
  readonly places: MergedPlaces
}

export type MergedPlaces = readonly Uint32Array[]

/**
 * Writes one segment of the live documents of several, each key live in one of them only. It is
 * byte for byte the segment that a builder makes of the same documents. Fields that an input lacks
 * are missing in its documents.
 */
export const mergeSegments = (
  layout: IndexLayout,
  inputs: readonly MergeInput[],
  sink: SegmentSink,
): Merged => {
  const steps = mergeInSteps(layout, inputs, sink)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/**
 * The same in steps, one field each, so that the caller can do other work or empty the sink in
 * between.
 */
export function* mergeInSteps(
  layout: IndexLayout,
  inputs: readonly MergeInput[],
  sink: SegmentSink,
): Generator<void, Merged> {
  const writer = new SegmentWriter(sink)
  const steps = sortStepsOf(layout)
  const map = mergeRows(writer, inputs, steps)
  yield
  const levels = inputs.map(({ segment }, input) => ({
    level: segment.rows,
    numbers: expectDefined(map.origins[input], 'every input has a map').numbers,
  }))
  const rows = yield* mergeLevel(writer, layout.rows, map, levels)
  mergeExpiry(writer, inputs, map)
  const misfits = writeFacts(writer, mergeFacts(inputs, map))
  const keyOrder = steps === undefined
  writer.section('summary', encodeSummary({ rows, keyOrder, misfits }))
  const bytes = writer.finish()
  return { bytes, places: map.origins.map(({ numbers }) => numbers) }
}

const mergeExpiry = (
  writer: SegmentWriter,
  inputs: readonly MergeInput[],
  { rows, inputs: inputOf }: MergedRows,
): void => {
  const all = inputs.map(({ segment }) => segment.expiry)
  if (all.every((values) => values === undefined)) return
  const expiry = new Float64Array(rows.length)
  let expires = false
  for (let number = 0; number < rows.length; number++) {
    const at =
      all[inputOf[number] ?? outOfRange()]?.[rows[number] ?? outOfRange()] ??
      Number.POSITIVE_INFINITY
    expiry[number] = at
    expires ||= at !== Number.POSITIVE_INFINITY
  }
  if (expires) writer.section('rows/expiry', expiry)
}
