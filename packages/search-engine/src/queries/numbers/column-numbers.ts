import { outOfRange } from '@rowhouse/platform'
import type { NumericField } from '../../segments/field-reader.js'
import { hasBit } from '../walks/bits-walk.js'

/** Visits every value of a document, as the nearest double. */
export type EachNumber = (document: number, visit: (value: number) => void) => void

export function columnNumbers({ column, present }: NumericField): EachNumber | undefined {
  if (column === undefined) return undefined
  const { starts, values } = column
  const base = Number(column.base)
  const scale = Number(column.scale)
  const at = (index: number): number => base + scale * Number(values[index] ?? outOfRange())
  if (starts === undefined) {
    return (document, visit) => {
      if (present === undefined || hasBit(present, document)) visit(at(document))
    }
  }
  return (document, visit) => {
    const end = starts[document + 1] ?? outOfRange()
    for (let index = starts[document] ?? outOfRange(); index < end; index += 1) visit(at(index))
  }
}

/** The least value of a document. */
export function leastNumber(field: NumericField): (document: number) => number | undefined {
  const each = columnNumbers(field)
  return (document) => {
    let least: number | undefined
    each?.(document, (value) => {
      if (least === undefined || value < least) least = value
    })
    return least
  }
}
