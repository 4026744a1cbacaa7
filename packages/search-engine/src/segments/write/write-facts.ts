import type { SegmentWriter } from '../format/segment-writer.js'
import { misfitSection } from '../format/segment-summary.js'

/** What a segment keeps of its rows beside their fields. */
export interface SegmentFacts {
  /** Two words per row: the upper half of its fingerprint and the lower. */
  readonly fingerprints: Uint32Array
  /** Ascending rows, by the field that one of their values does not fit. */
  readonly misfits: ReadonlyMap<string, Uint32Array>
}

/** Answers the fields with misfits, ordered by name. */
export const writeFacts = (
  writer: SegmentWriter,
  { fingerprints, misfits }: SegmentFacts,
): readonly string[] => {
  writer.section('rows/fingerprints', fingerprints)
  const fields = [...misfits.keys()].filter((field) => (misfits.get(field)?.length ?? 0) > 0)
  fields.sort()
  for (const field of fields)
    writer.section(misfitSection(field), misfits.get(field) ?? new Uint32Array(0))
  return fields
}
