import { type AnyTable, CallError, type CallOptions, type Table } from '@rowhouse/client'
import { PracticeError } from '../practice-error.js'
import { type Columns, POINTER, type SideLayout } from './side-layout.js'
import { type SidePointer, pointerIn } from './side-pointer.js'
import type { NewSideRow, SideRows } from './side-rows.js'
import type { UnitMeter } from './unit-meter.js'

/** What the operations on a table with a side table share. */
export interface SideParts {
  readonly layout: SideLayout
  readonly main: Table<AnyTable>
  readonly side: Table<AnyTable>
  readonly rows: SideRows
  readonly reads: UnitMeter
  readonly writes: UnitMeter
  readonly now: () => number
}

/** Where rows of the main table point to; undefined for rows without a side row, and for no row. */
export async function pointersOf(
  { main, reads }: SideParts,
  keys: readonly Columns[],
  call: CallOptions = {},
): Promise<(SidePointer | undefined)[]> {
  reads.add(keys.length)
  const found = await main.getMany(keys, { ...call, columns: [POINTER] })
  return found.map((one) => {
    if (!one.isOk) throw new PracticeError(`${one.error.code}: ${one.error.message}`)
    return one.row && pointerIn(one.row)
  })
}

export async function pointerOf(
  parts: SideParts,
  key: Columns,
  call?: CallOptions,
): Promise<SidePointer | undefined> {
  const [pointer] = await pointersOf(parts, [key], call)
  return pointer
}

/** Side rows of writes that were refused: they go, unless a row points to them after all. */
export async function abandon(
  parts: SideParts,
  refused: readonly { readonly key: Columns; readonly fresh: NewSideRow }[],
): Promise<void> {
  if (refused.length === 0) return
  const pointers = await pointersOf(
    parts,
    refused.map(({ key }) => key),
  )
  const unused = refused.flatMap(({ key, fresh: { pointer } }, at) =>
    pointers[at]?.id === pointer.id ? [] : [{ key, pointer }],
  )
  await parts.rows.drop(unused)
}

export const isRefused = (error: unknown): boolean =>
  error instanceof CallError && error.code === REFUSED
/** The condition of a write does not hold. */
export const REFUSED = 'OTSConditionCheckFail'
