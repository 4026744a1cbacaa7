import { type LoggedRows, imageOfMutation } from '../feed/logged-rows.js'
import type { Imager } from '../feed/read-images.js'
import type { Mutation } from '../partitions/partition-store.js'
import type { ColumnNames } from '../stored-rows/column-names.js'
import { stampMs } from '../stored-rows/row-codec.js'
import type { ScannedRow } from '../stored-rows/row-scan.js'
import type { IndexEntry, IndexProjection } from '../tables/index-projection.js'
import { NeededCells } from '../tables/needed-cells.js'

/** A row of the main table as an index sees it. */
export interface IndexedRow {
  /** Its key in the main table. */
  readonly key: Buffer
  /** Undefined when the index has no such row. */
  readonly entry: IndexEntry | undefined
  /** The stamp of the row in milliseconds since the epoch; 0 for a row that is gone. */
  readonly stamp: number
}

/** Makes the rows of an index from those of its main table. */
export class IndexImager implements Imager<IndexedRow>, LoggedRows<IndexedRow> {
  readonly #projection: IndexProjection
  readonly keyColumns: number

  constructor(projection: IndexProjection, keyColumns: number) {
    this.#projection = projection
    this.keyColumns = keyColumns
  }

  ofMutation(mutation: Mutation): IndexedRow | 'elsewhere' | undefined {
    return imageOfMutation(this, mutation)
  }

  ofWhole(key: Buffer, value: Buffer): IndexedRow {
    return this.#image({ key, value }, true)
  }

  ofRow(row: ScannedRow): IndexedRow {
    return this.#image(row, false)
  }

  ofGone(key: Buffer): IndexedRow {
    return { key, entry: undefined, stamp: 0 }
  }

  #image(row: ScannedRow, isVerified: boolean): IndexedRow {
    const entry = this.#projection.entryOfScanned(row, isVerified)
    return { key: row.key, entry, stamp: stampMs(row.value) }
  }
}

/** A row of the main table as several of its indexes see it, in their order; each row is walked once. */
export class JointImager
  implements Imager<readonly IndexedRow[]>, LoggedRows<readonly IndexedRow[]>
{
  readonly #projections: readonly IndexProjection[]
  readonly keyColumns: number
  readonly #cells: NeededCells

  constructor(projections: readonly IndexProjection[], keyColumns: number, names: ColumnNames) {
    this.#projections = projections
    this.keyColumns = keyColumns
    const columns = projections.flatMap((projection) => [...projection.columns])
    this.#cells = new NeededCells(columns, names)
  }

  ofMutation(mutation: Mutation): readonly IndexedRow[] | 'elsewhere' | undefined {
    return imageOfMutation(this, mutation)
  }

  ofWhole(key: Buffer, value: Buffer): readonly IndexedRow[] {
    return this.#images({ key, value }, true)
  }

  ofRow(row: ScannedRow): readonly IndexedRow[] {
    return this.#images(row, false)
  }

  ofGone(key: Buffer): readonly IndexedRow[] {
    return this.#projections.map(() => ({ key, entry: undefined, stamp: 0 }))
  }

  #images(row: ScannedRow, isVerified: boolean): readonly IndexedRow[] {
    const { key, value, chunks } = row
    const stamp = stampMs(value)
    const cells = this.#cells
    const isFound = chunks === undefined && cells.find(value, isVerified)
    return this.#projections.map((projection) => {
      const entry = isFound
        ? projection.entryOfFound(key, cells)
        : projection.entryOfScanned(row, isVerified)
      return { key, entry, stamp }
    })
  }
}
