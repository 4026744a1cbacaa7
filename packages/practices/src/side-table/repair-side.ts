import { type TableSchema, compare } from '@rowhouse/client'
import { practicesLimits } from '../limits.js'
import { type Columns, POINTER, SIDE_ID } from './side-layout.js'
import { type SideParts, isRefused, pointersOf } from './side-parts.js'
import { createdAt, pointerIn, writePointer } from './side-pointer.js'
import type { TableWithSide } from './table-with-side.js'

/** What interrupted writes, or somebody else's hand, have left. */
export interface HalfWritten {
  /**
   * `unpointed`: a side row to which no row points. `dangling`: a row that points to none, which this
   * order of writes never makes; its side columns are lost.
   */
  readonly kind: 'unpointed' | 'dangling'
  readonly key: Columns
  readonly id: string
}

export interface RepairOptions {
  /** Younger side rows may still get their pointer; a day by default. */
  readonly ageMs?: number
}

/** Looks through both tables. Changes nothing. */
export async function* findHalfWritten<S extends TableSchema>(
  { parts }: Pick<TableWithSide<S>, 'parts'>,
  { ageMs = practicesLimits.SIDE_ABANDONED_MS }: RepairOptions = {},
): AsyncGenerator<HalfWritten, void, undefined> {
  yield* unpointedRows(parts, parts.now() - ageMs)
  yield* danglingRows(parts)
}

/** Removes side rows without a pointer, and pointers to nothing. Answers how many of each. */
export async function repairSide<S extends TableSchema>(
  table: Pick<TableWithSide<S>, 'parts'>,
  options?: RepairOptions,
): Promise<Readonly<Record<HalfWritten['kind'], number>>> {
  const mended = { unpointed: 0, dangling: 0 }
  for await (const found of findHalfWritten(table, options)) {
    const { kind, key, id } = found
    if (kind === 'unpointed') await table.parts.side.delete({ ...key, [SIDE_ID]: id })
    else if (!(await removePointer(table.parts, key, id))) continue
    mended[kind] += 1
  }
  return mended
}

async function* unpointedRows(
  parts: SideParts,
  before: number,
): AsyncGenerator<HalfWritten, void, undefined> {
  const { layout, side } = parts
  const rows: AsyncIterable<Columns> = side.range({ columns: [SIDE_ID] })
  for await (const group of inGroups(rows)) {
    const old = group
      .map((row) => ({ key: layout.keyOf(row), id: String(row[SIDE_ID]) }))
      .filter(({ id }) => createdAt(id) <= before)
    const pointers = await pointersOf(
      parts,
      old.map(({ key }) => key),
    )
    for (const [at, { key, id }] of old.entries())
      if (pointers[at]?.id !== id) yield { kind: 'unpointed', key, id }
  }
}

async function* danglingRows(parts: SideParts): AsyncGenerator<HalfWritten, void, undefined> {
  const { layout, main, rows } = parts
  const pointing: AsyncIterable<Columns> = main.range({ columns: [POINTER] })
  for await (const group of inGroups(pointing)) {
    const asked = group.flatMap((row) => {
      const pointer = pointerIn(row)
      return pointer === undefined ? [] : [{ key: layout.keyOf(row), pointer }]
    })
    const found = await rows.readMany(asked, [])
    const missing = asked.filter((_, at) => found[at] === undefined)
    // Rows that were written meanwhile point to other side rows by now.
    const again = await pointersOf(
      parts,
      missing.map(({ key }) => key),
    )
    for (const [at, { key, pointer }] of missing.entries())
      if (again[at]?.id === pointer.id) yield { kind: 'dangling', key, id: pointer.id }
  }
}

async function removePointer(parts: SideParts, key: Columns, id: string): Promise<boolean> {
  const [pointer] = await pointersOf(parts, [key])
  if (pointer?.id !== id) return false
  const columns = compare(parts.layout.main, POINTER, '=', writePointer(pointer))
  try {
    await parts.main.update(key, { remove: [POINTER] }, { condition: { columns } })
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

async function* inGroups(rows: AsyncIterable<Columns>): AsyncGenerator<Columns[], void, undefined> {
  let group: Columns[] = []
  for await (const row of rows) {
    group.push(row)
    if (group.length < practicesLimits.SIDE_GROUP_ROWS) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
