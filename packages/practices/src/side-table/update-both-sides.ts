import {
  type CallOptions,
  type TableSchema,
  type WriteCondition,
  and,
  compare,
} from '@rowhouse/client'
import { practicesLimits } from '../limits.js'
import { PracticeError } from '../practice-error.js'
import { point, pointerTo } from './put-row.js'
import { missingSide } from './read-joined.js'
import { type Columns, POINTER, type SideLayout } from './side-layout.js'
import type { SideChanges } from './side-options.js'
import { type SideParts, isRefused, pointerOf } from './side-parts.js'
import { type SidePointer, writePointer } from './side-pointer.js'
import type { NewSideRow } from './side-rows.js'
import { bytesOf, unitsOf } from './unit-meter.js'

/** Writes a new side row, and points to it if nobody else has changed the side row meanwhile. */
export async function updateBothSides<S extends TableSchema>(
  parts: SideParts,
  key: Columns,
  changes: SideChanges<S>,
  condition: WriteCondition<S> | undefined,
  call: CallOptions,
): Promise<void> {
  const { layout, main, rows } = parts
  for (let tries = 0; tries < practicesLimits.SIDE_UPDATE_TRIES; tries++) {
    const old = await pointerOf(parts, key, call)
    const before = old === undefined ? {} : await rows.read(key, old, undefined, call)
    if (before === undefined) {
      if ((await pointerOf(parts, key, call))?.id === old?.id) throw missingSide(layout, key)
      continue
    }
    const fresh = rows.make(key, changedSide(layout, before, changes))
    if (fresh !== undefined) await rows.write(fresh, call)
    const mainChanges = changesOfMain(parts, key, changes, fresh)
    const options = {
      ...call,
      condition: { ...condition, columns: unmoved(layout, old, condition) },
    }
    try {
      await point(parts, key, fresh, () => main.update(key, mainChanges, options))
    } catch (error) {
      const isMoved = isRefused(error) && (await pointerOf(parts, key, call))?.id !== old?.id
      if (isMoved) continue
      throw error
    }
    if (old !== undefined) await rows.drop([{ key, pointer: old }])
    return
  }
  throw new PracticeError(`others keep changing the row of ${layout.main.name}`)
}

function changedSide<S extends TableSchema>(
  layout: SideLayout,
  before: Columns,
  { set = {}, remove = [] }: SideChanges<S>,
): Columns {
  const removed = new Set<string>(remove)
  const kept = Object.entries(layout.partsOf(before).side).filter(([name]) => !removed.has(name))
  return { ...Object.fromEntries(kept), ...layout.partsOf(set).side }
}

function changesOfMain<S extends TableSchema>(
  { layout, writes }: SideParts,
  key: Columns,
  { set = {}, remove = [], increment = {} }: SideChanges<S>,
  fresh: NewSideRow | undefined,
) {
  const own = { ...layout.partsOf(set).main, ...pointerTo(fresh) }
  const removed = remove.filter((name) => !layout.isSide(name))
  writes.add(
    unitsOf(bytesOf({ ...key, ...own, ...increment })),
    unitsOf(bytesOf({ ...key, ...set, ...increment })),
  )
  return { set: own, remove: fresh === undefined ? [...removed, POINTER] : removed, increment }
}

/** The row still points where it did when it was read. */
function unmoved<S extends TableSchema>(
  { main }: SideLayout,
  old: SidePointer | undefined,
  condition: WriteCondition<S> | undefined,
) {
  const value = old === undefined ? '' : writePointer(old)
  const isSame = compare(main, POINTER, '=', value, { passIfMissing: old === undefined })
  return condition?.columns === undefined ? isSame : and(condition.columns, isSame)
}
