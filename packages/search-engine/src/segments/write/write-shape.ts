import { fieldSection } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import type { Placement } from './placement.js'

/** The part that all columns have: which documents have a value, and where their values begin. */
export const writeShape = (writer: SegmentWriter, field: string, placement: Placement): void => {
  writePresent(writer, field, placement.present)
  if (placement.starts !== undefined)
    writer.section(fieldSection(field, 'starts'), placement.starts)
}

export const writePresent = (
  writer: SegmentWriter,
  field: string,
  present: Uint32Array | undefined,
): void => {
  if (present !== undefined) writer.section(fieldSection(field, 'present'), present)
}
