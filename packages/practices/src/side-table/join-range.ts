import type { AnyTable, RangeOptions, TableSchema } from '@rowhouse/client'
import { practicesLimits } from '../limits.js'
import { readJoined } from './read-joined.js'
import type { Columns } from './side-layout.js'
import type { SideParts } from './side-parts.js'
import { pointerIn } from './side-pointer.js'
import { SideSelection } from './side-selection.js'
import type { SideRangeOptions } from './side-options.js'
import { bytesOf, pagedUnitsOf } from './unit-meter.js'

/** Rows of the main table with their side rows, which are read group by group. */
export async function* joinRange<S extends TableSchema>(
  parts: SideParts,
  { columns, limit = Number.POSITIVE_INFINITY, ...range }: SideRangeOptions<S>,
): AsyncGenerator<Columns, void, undefined> {
  const { main, reads } = parts
  const selection = new SideSelection(parts.layout, columns)
  const options: RangeOptions<AnyTable> = { ...range, ...selection.main }
  let group: Columns[] = []
  let bytes = 0
  let left = limit
  const rows: AsyncIterable<Columns> = main.range(options)
  for await (const row of rows) {
    if (left <= 0) return
    reads.add(pagedUnitsOf(bytesOf(row)))
    group.push(row)
    bytes += selection.hasSide ? (pointerIn(row)?.bytes ?? 0) : 0
    const isFull =
      group.length >= practicesLimits.SIDE_GROUP_ROWS || bytes >= practicesLimits.SIDE_GROUP_BYTES
    if (!isFull && group.length < left) continue
    for await (const joined of joinGroup(parts, selection, group)) {
      yield joined
      left -= 1
    }
    group = []
    bytes = 0
  }
  yield* joinGroup(parts, selection, group)
}

async function* joinGroup(
  parts: SideParts,
  selection: SideSelection,
  group: readonly Columns[],
): AsyncGenerator<Columns, void, undefined> {
  const { layout, rows, reads } = parts
  const pointed = group.flatMap((row) => {
    const pointer = selection.hasSide ? pointerIn(row) : undefined
    return pointer === undefined ? [] : [{ row, key: layout.keyOf(row), pointer }]
  })
  const found = await rows.readMany(pointed, selection.side)
  const sides = new Map(pointed.map(({ row }, at) => [row, found[at]]))
  for (const row of group) {
    const side = sides.has(row) ? sides.get(row) : {}
    // Without its side row it was replaced or deleted since its page was read.
    const joined =
      side === undefined
        ? await readJoined(parts, selection, layout.keyOf(row))
        : selection.join(row, side, reads, true)
    if (joined !== undefined) yield joined
  }
}
