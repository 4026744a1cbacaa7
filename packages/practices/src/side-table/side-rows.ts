import type { AnyTable, CallOptions, Table } from '@rowhouse/client'
import { practicesLimits } from '../limits.js'
import { PracticeError } from '../practice-error.js'
import { type Columns, SIDE_ID } from './side-layout.js'
import { type SidePointer, createdAt, newSideId } from './side-pointer.js'
import { type UnitMeter, bytesOf, unitsOf } from './unit-meter.js'

/** A side row that a write needs, and the pointer to it. */
export interface NewSideRow {
  readonly row: Columns
  readonly pointer: SidePointer
}

/** Rows of the side table: never changed, only written, pointed to and removed. */
export class SideRows {
  readonly #table: Table<AnyTable>
  readonly #now: () => number
  readonly #reads: UnitMeter
  readonly #writes: UnitMeter

  constructor(table: Table<AnyTable>, now: () => number, reads: UnitMeter, writes: UnitMeter) {
    this.#table = table
    this.#now = now
    this.#reads = reads
    this.#writes = writes
  }

  /** Undefined when there is nothing to write. */
  make(key: Columns, columns: Columns): NewSideRow | undefined {
    const isEmpty = Object.values(columns).every((value) => value === undefined)
    if (isEmpty) return undefined
    const id = newSideId(this.#now())
    return { row: { ...key, [SIDE_ID]: id, ...columns }, pointer: { id, bytes: bytesOf(columns) } }
  }

  async write({ row }: NewSideRow, options?: CallOptions): Promise<void> {
    this.#writes.add(unitsOf(bytesOf(row)))
    await this.#table.put(row, options)
  }

  /** All that were written, by their place; the error of each other one. */
  async writeMany(rows: readonly NewSideRow[], options?: CallOptions) {
    for (const { row } of rows) this.#writes.add(unitsOf(bytesOf(row)))
    return this.#table.writeMany(
      rows.map(({ row }) => ({ put: row })),
      options,
    )
  }

  /**
   * A repair takes side rows for abandoned after a day. Who has been held for so long between the two writes
   * must not point to one.
   */
  refuseLate({ pointer: { id } }: NewSideRow): void {
    if (this.#now() - createdAt(id) > practicesLimits.SIDE_WRITE_MS_MAX)
      throw new PracticeError('the write took too long between its two tables, and changed nothing')
  }

  /** Undefined when it is gone. */
  async read(
    key: Columns,
    { id }: SidePointer,
    columns: readonly string[] | undefined,
    options?: CallOptions,
  ): Promise<Columns | undefined> {
    const names = columns && { columns: [...columns, SIDE_ID] }
    const row: Columns | undefined = await this.#table.get(
      { ...key, [SIDE_ID]: id },
      { ...options, ...names },
    )
    this.#reads.add(unitsOf(bytesOf(row ?? {})))
    return row && withoutId(row)
  }

  async readMany(
    keys: readonly { readonly key: Columns; readonly pointer: SidePointer }[],
    columns: readonly string[] | undefined,
    options?: CallOptions,
  ): Promise<(Columns | undefined)[]> {
    const names = columns && { columns: [...columns, SIDE_ID] }
    const ids = keys.map(({ key, pointer }) => ({ ...key, [SIDE_ID]: pointer.id }))
    const found = await this.#table.getMany(ids, { ...options, ...names })
    return found.map((one) => {
      if (!one.isOk) throw new PracticeError(`${one.error.code}: ${one.error.message}`)
      const row: Columns | undefined = one.row
      this.#reads.add(unitsOf(bytesOf(row ?? {})))
      return row && withoutId(row)
    })
  }

  /** Nothing points to them any more. When that fails, a repair finds them. */
  async drop(keys: readonly { readonly key: Columns; readonly pointer: SidePointer }[]) {
    if (keys.length === 0) return
    const deletes = keys.map(({ key, pointer }) => ({ delete: { ...key, [SIDE_ID]: pointer.id } }))
    this.#writes.add(deletes.length)
    await this.#table.writeMany(deletes).catch(() => {})
  }
}

const withoutId = ({ [SIDE_ID]: _, ...row }: Columns): Columns => row
