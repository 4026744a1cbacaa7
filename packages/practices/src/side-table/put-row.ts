import type { TableSchema } from '@rowhouse/client'
import { type Columns, POINTER } from './side-layout.js'
import { type SideWriteOptions, given } from './side-options.js'
import { type SideParts, abandon, isRefused, pointerOf } from './side-parts.js'
import { writePointer } from './side-pointer.js'
import type { NewSideRow } from './side-rows.js'
import { bytesOf, unitsOf } from './unit-meter.js'

/** First the side row, then the row that points to it, then the old side row goes. */
export async function putRow<S extends TableSchema>(
  parts: SideParts,
  row: Columns,
  { condition, ...call }: SideWriteOptions<S>,
): Promise<void> {
  const { layout, main, rows } = parts
  const key = layout.keyOf(row)
  const old = condition?.row === 'missing' ? undefined : await pointerOf(parts, key, call)
  const fresh = rows.make(key, layout.partsOf(row).side)
  if (fresh !== undefined) await rows.write(fresh, call)
  const put = putOf(parts, row, fresh)
  await point(parts, key, fresh, () => main.put(put, { ...call, ...given(condition) }))
  if (old !== undefined) await rows.drop([{ key, pointer: old }])
}

/** The row of the main table. */
export function putOf(
  { layout, writes }: SideParts,
  row: Columns,
  fresh: NewSideRow | undefined,
): Columns {
  const put = { ...layout.keyOf(row), ...layout.partsOf(row).main, ...pointerTo(fresh) }
  writes.add(unitsOf(bytesOf(put)), unitsOf(bytesOf(row)))
  return put
}

export const pointerTo = (fresh: NewSideRow | undefined): Columns =>
  fresh === undefined ? {} : { [POINTER]: writePointer(fresh.pointer) }

/** The write that makes a side row visible. One that was surely refused leaves none behind. */
export async function point(
  parts: SideParts,
  key: Columns,
  fresh: NewSideRow | undefined,
  write: () => Promise<unknown>,
): Promise<void> {
  if (fresh !== undefined) parts.rows.refuseLate(fresh)
  try {
    await write()
  } catch (error) {
    if (!isRefused(error) || fresh === undefined) throw error
    // The condition also fails for a request that is sent again although it had worked.
    if ((await pointerOf(parts, key))?.id === fresh.pointer.id) return
    await abandon(parts, [{ key, fresh }])
    throw error
  }
}
