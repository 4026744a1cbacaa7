import { outOfRange } from '@rowhouse/platform'
import type { GeoField } from '../../segments/field-reader.js'
import { hasBit } from '../walks/bits-walk.js'

/** Visits every point of a document, in encoded degrees. */
export type EachPoint = (document: number, visit: (lat: number, lon: number) => void) => void

export function eachPoint({ column, present }: GeoField): EachPoint {
  const { starts, latitudes, longitudes } = column
  if (starts === undefined) {
    return (document, visit) => {
      if (present !== undefined && !hasBit(present, document)) return
      visit(latitudes[document] ?? outOfRange(), longitudes[document] ?? outOfRange())
    }
  }
  return (document, visit) => {
    const end = starts[document + 1] ?? outOfRange()
    for (let index = starts[document] ?? outOfRange(); index < end; index += 1) {
      visit(latitudes[index] ?? outOfRange(), longitudes[index] ?? outOfRange())
    }
  }
}
