import { expectDefined, outOfRange } from '@rowhouse/platform'
import type { FieldValue } from '../../documents/document.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import type { LevelMap } from '../write/document-map.js'
import { DROPPED } from '../write/document-map.js'

/** Collects the values of one field. */
export interface FieldBuilder {
  /** Documents ascend, each with at least one value. */
  add(document: number, values: readonly FieldValue[]): void
  /** The approximate memory that it holds. */
  readonly memoryBytes: number
  /** Undefined when no document that stays has a value. */
  write(writer: SegmentWriter, level: LevelMap): FieldSummary | undefined
}

export const misfit = (field: string, value: unknown): TypeError =>
  new TypeError(`a value of field ${field} does not fit its type: ${typeof value}`)

/** Maps the old documents of values to new ones; undefined when none stays. */
export const ownersOf = (documents: Uint32Array, level: LevelMap): Uint32Array | undefined => {
  const numbers = expectDefined(level.origins[0], 'a builder has a map').numbers
  const owners = new Uint32Array(documents.length)
  let isAny = false
  for (let index = 0; index < documents.length; index++) {
    const owner = numbers[documents[index] ?? outOfRange()] ?? DROPPED
    owners[index] = owner
    if (owner !== DROPPED) isAny = true
  }
  return isAny ? owners : undefined
}
