import { type Columns, POINTER, SIDE_ID, type SideLayout } from './side-layout.js'
import { type UnitMeter, bytesOf, pagedUnitsOf, unitsOf } from './unit-meter.js'
import { pointerIn } from './side-pointer.js'

/** Which columns a read wants of both tables. */
export class SideSelection {
  readonly #layout: SideLayout
  readonly #wanted: ReadonlySet<string> | undefined
  /** For the main table; nothing for all columns. */
  readonly main: { readonly columns?: readonly string[] }
  /** Undefined for all columns. */
  readonly side: readonly string[] | undefined
  readonly hasSide: boolean

  constructor(layout: SideLayout, columns: readonly string[] | undefined) {
    const { keyNames, isSide } = layout
    this.#layout = layout
    this.#wanted = columns && new Set(columns)
    this.side = columns?.filter(isSide)
    this.hasSide = this.side === undefined || this.side.length > 0
    // The key is asked for so that a row without the columns is told from none.
    const own = columns?.filter((name) => !isSide(name))
    this.main = own === undefined ? {} : { columns: [...own, POINTER, ...keyNames.slice(0, 1)] }
  }

  /** The row as one table would answer it; undefined when it has none of the columns. */
  join(main: Columns, side: Columns, meter: UnitMeter, isPaged = false): Columns | undefined {
    const { keyNames } = this.#layout
    const { [POINTER]: _pointer, [SIDE_ID]: _id, ...row } = { ...main, ...side }
    const units = isPaged ? pagedUnitsOf : unitsOf
    const bytes = bytesOf(row)
    const sideBytes = this.hasSide ? 0 : (pointerIn(main)?.bytes ?? 0)
    meter.add(0, units(bytes), units(bytes + sideBytes))
    const wanted = this.#wanted
    if (wanted === undefined) return row
    const isFound = Object.keys(row).some((name) => wanted.has(name))
    return isFound || keyNames.some((name) => wanted.has(name)) ? row : undefined
  }
}
