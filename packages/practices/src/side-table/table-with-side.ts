import type {
  CallOptions,
  Client,
  CreateTableOptions,
  KeyOf,
  NewRowOf,
  RowOf,
  TableSchema,
  WriteCondition,
} from '@rowhouse/client'
import { joinRange } from './join-range.js'
import { putRow } from './put-row.js'
import { readJoined } from './read-joined.js'
import { type Columns, type SideDesign, layOut } from './side-layout.js'
import {
  type SideChange,
  type SideChanges,
  type SideRangeOptions,
  type SideReadOptions,
  type SideResult,
  type SideWriteOptions,
  given,
  refuseSideFilter,
  touchesSide,
} from './side-options.js'
import { type SideParts, pointerOf } from './side-parts.js'
import { SideRows } from './side-rows.js'
import { SideSelection } from './side-selection.js'
import { type UnitFigures, UnitMeter, bytesOf, unitsOf } from './unit-meter.js'
import { updateBothSides } from './update-both-sides.js'
import { writeTogether } from './write-together.js'

/**
 * Two tables as one: small columns in the main table, large ones that few requests want in a side table.
 *
 * The row of the main table decides. It points to a side row, which is written before the pointer and never
 * changed: a write that ends between the two has changed nothing that a reader sees. The old side row is
 * removed after the pointer has left it. So whatever is interrupted leaves no row that points to nothing and
 * none that is half of one write and half of another, only side rows without a pointer (`repairSide`).
 */
export class TableWithSide<S extends TableSchema> {
  readonly #client: Client
  /** What a repair needs. */
  readonly parts: SideParts

  constructor(client: Client, design: SideDesign<S>, now: () => number = Date.now) {
    const layout = layOut(design)
    const [reads, writes] = [new UnitMeter(), new UnitMeter()]
    const [main, side] = [client.table(layout.main), client.table(layout.side)]
    const rows = new SideRows(side, now, reads, writes)
    this.#client = client
    this.parts = { layout, main, side, rows, reads, writes, now }
  }

  /** Makes both tables. */
  async create(options: CreateTableOptions = {}, ofSide: CreateTableOptions = {}): Promise<void> {
    const { layout } = this.parts
    await this.#client.createTable(layout.side, ofSide)
    await this.#client.createTable(layout.main, options)
  }

  /** Capacity units that these reads and writes took, and would take on one table. */
  get units(): { readonly reads: UnitFigures; readonly writes: UnitFigures } {
    const { reads, writes } = this.parts
    return { reads: reads.figures, writes: writes.figures }
  }

  async get(
    key: KeyOf<S>,
    { columns, ...call }: SideReadOptions<S> = {},
  ): Promise<RowOf<S> | undefined> {
    const wanted = new SideSelection(this.parts.layout, columns)
    const row = await readJoined(this.parts, wanted, this.parts.layout.keyOf(key), call)
    return row && asRow<S>(row)
  }

  /** Rows in the order of their keys; the side rows of those that have one are read by the hundred. */
  async *range(options: SideRangeOptions<S> = {}): AsyncGenerator<RowOf<S>, void, undefined> {
    refuseSideFilter(this.parts.layout, options.filter)
    for await (const row of joinRange(this.parts, options)) yield asRow(row)
  }

  /** Puts a whole row in place of an existing one. */
  async put(row: NewRowOf<S>, options: SideWriteOptions<S> = {}): Promise<void> {
    refuseSideFilter(this.parts.layout, options.condition?.columns)
    await putRow(this.parts, row, options)
  }

  /** Changes columns and keeps the others. A missing row is created. */
  async update(
    key: KeyOf<S>,
    changes: SideChanges<S>,
    { condition, ...call }: SideWriteOptions<S> = {},
  ): Promise<void> {
    const { layout, main, writes } = this.parts
    refuseSideFilter(layout, condition?.columns)
    const own = layout.keyOf(key)
    if (touchesSide(layout, changes)) {
      await updateBothSides(this.parts, own, changes, condition, call)
      return
    }
    const units = unitsOf(bytesOf({ ...own, ...changes.set, ...changes.increment }))
    writes.add(units, units)
    await main.update(own, changes, { ...call, ...given(condition) })
  }

  async delete(key: KeyOf<S>, { condition, ...call }: SideWriteOptions<S> = {}): Promise<void> {
    const { layout, main, writes, rows } = this.parts
    refuseSideFilter(layout, condition?.columns)
    const own = layout.keyOf(key)
    const pointer = await pointerOf(this.parts, own, call)
    writes.add(1, 1)
    await main.delete(own, { ...call, ...given(condition) })
    if (pointer !== undefined) await rows.drop([{ key: own, pointer }])
  }

  /**
   * Many rows, each with its own outcome: at most 100, and 2 MB of each side, go together. Changes of one
   * row are done in no order.
   */
  writeMany(changes: readonly SideChange<S>[], call: CallOptions = {}): Promise<SideResult[]> {
    const update = (key: KeyOf<S>, of: SideChanges<S>, condition?: WriteCondition<S>) =>
      this.update(key, of, { ...call, ...given(condition) })
    return writeTogether(this.parts, changes, update, call)
  }
}

/** Of both tables' rows, whose values the client has held against their types. */
function asRow<S extends TableSchema>(row: Columns): RowOf<S> {
  return row as RowOf<S>
}
