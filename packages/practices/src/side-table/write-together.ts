import type {
  AnyTable,
  CallOptions,
  KeyOf,
  RowChange,
  TableSchema,
  WriteCondition,
} from '@rowhouse/client'
import { practicesLimits } from '../limits.js'
import { PracticeError } from '../practice-error.js'
import { putOf } from './put-row.js'
import type { Columns } from './side-layout.js'
import {
  type SideChange,
  type SideChanges,
  type SideResult,
  given,
  refuseSideFilter,
  touchesSide,
} from './side-options.js'
import { REFUSED, type SideParts, abandon, pointersOf } from './side-parts.js'
import type { SidePointer } from './side-pointer.js'
import type { NewSideRow } from './side-rows.js'
import { bytesOf, unitsOf } from './unit-meter.js'

/** A change on its way through the tables. */
interface Step<S extends TableSchema> {
  readonly at: number
  readonly change: SideChange<S>
  readonly key: Columns
  readonly fresh: NewSideRow | undefined
  /** Whether it may leave an old side row behind. */
  readonly replaces: boolean
  readonly bytes: number
}

type UpdateOne<S extends TableSchema> = (
  key: KeyOf<S>,
  changes: SideChanges<S>,
  condition?: WriteCondition<S>,
) => Promise<void>

/** Updates of side columns go one by one, all others group by group. */
export async function writeTogether<S extends TableSchema>(
  parts: SideParts,
  changes: readonly SideChange<S>[],
  updateOne: UpdateOne<S>,
  call: CallOptions,
): Promise<SideResult[]> {
  const results: SideResult[] = []
  let group: Step<S>[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    for (const [nth, result] of (await writeGroup(parts, group, call)).entries()) {
      const step = group[nth]
      if (step !== undefined) results[step.at] = result
    }
    group = []
    bytes = 0
  }
  for (const [at, change] of changes.entries()) {
    refuseSideFilter(parts.layout, change.condition?.columns)
    if ('update' in change && touchesSide(parts.layout, change.changes)) {
      const updating = updateOne(change.update, change.changes, change.condition)
      results[at] = await updating.then(
        () => ({ isOk: true }),
        (error: unknown) => ({ isOk: false, error }),
      )
      continue
    }
    const step = stepOf(parts, change, at)
    const isFull =
      group.length === practicesLimits.SIDE_GROUP_ROWS ||
      bytes + step.bytes > practicesLimits.SIDE_GROUP_BYTES
    if (isFull) await flush()
    group.push(step)
    bytes += step.bytes
  }
  await flush()
  return results
}

function stepOf<S extends TableSchema>(
  { layout, rows }: SideParts,
  change: SideChange<S>,
  at: number,
): Step<S> {
  const { condition } = change
  if ('put' in change) {
    const key = layout.keyOf(change.put)
    const fresh = rows.make(key, layout.partsOf(change.put).side)
    const replaces = condition?.row !== 'missing'
    return { at, change, key, fresh, replaces, bytes: bytesOf(change.put) }
  }
  const isDelete = 'delete' in change
  const key = layout.keyOf(isDelete ? change.delete : change.update)
  const bytes = isDelete ? 0 : bytesOf({ ...change.changes.set })
  return { at, change, key, fresh: undefined, replaces: isDelete, bytes: bytes + bytesOf(key) }
}

/** Never rejects: the rows that share a request share its failure. */
async function writeGroup<S extends TableSchema>(
  parts: SideParts,
  steps: readonly Step<S>[],
  call: CallOptions,
): Promise<SideResult[]> {
  if (steps.length === 0) return []
  const results = new Map<Step<S>, SideResult>()
  try {
    const olds = await oldPointers(parts, steps, call)
    for (const [step, error] of await writeSides(parts, steps, call))
      results.set(step, { isOk: false, error })
    const ready = steps.filter((step) => !results.has(step))
    for (const { fresh } of ready) if (fresh !== undefined) parts.rows.refuseLate(fresh)
    const written = await parts.main.writeMany(
      ready.map((step) => mainChange(parts, step)),
      call,
    )
    const [dropped, refused]: [{ key: Columns; pointer: SidePointer }[], Required<Refused>[]] = [
      [],
      [],
    ]
    for (const [nth, step] of ready.entries()) {
      const outcome = written[nth]
      if (outcome === undefined) throw new PracticeError('the reply of a batch lacks rows')
      results.set(step, outcome.isOk ? { isOk: true } : { isOk: false, error: outcome.error })
      const { key, fresh } = step
      const pointer = olds.get(step)
      if (outcome.isOk && pointer !== undefined) dropped.push({ key, pointer })
      if (!outcome.isOk && outcome.error.code === REFUSED && fresh !== undefined)
        refused.push({ key, fresh })
    }
    await parts.rows.drop(dropped)
    await abandon(parts, refused)
  } catch (error) {
    for (const step of steps) if (!results.has(step)) results.set(step, { isOk: false, error })
  }
  return steps.map((step) => results.get(step) ?? { isOk: true })
}

interface Refused {
  readonly key: Columns
  readonly fresh: NewSideRow
}

async function oldPointers<S extends TableSchema>(
  parts: SideParts,
  steps: readonly Step<S>[],
  call: CallOptions,
): Promise<Map<Step<S>, SidePointer>> {
  const replacing = steps.filter(({ replaces }) => replaces)
  const found = await pointersOf(
    parts,
    replacing.map(({ key }) => key),
    call,
  )
  const olds = new Map<Step<S>, SidePointer>()
  for (const [nth, step] of replacing.entries()) {
    const pointer = found[nth]
    if (pointer !== undefined) olds.set(step, pointer)
  }
  return olds
}

/** Answers those whose side rows could not be written, with the reasons. */
async function writeSides<S extends TableSchema>(
  { rows }: SideParts,
  steps: readonly Step<S>[],
  call: CallOptions,
): Promise<Map<Step<S>, unknown>> {
  const withSide = steps.flatMap((step) => (step.fresh ? [{ step, fresh: step.fresh }] : []))
  const written = await rows.writeMany(
    withSide.map(({ fresh }) => fresh),
    call,
  )
  const failed = new Map<Step<S>, unknown>()
  for (const [nth, { step }] of withSide.entries()) {
    const outcome = written[nth]
    if (outcome?.isOk !== true) failed.set(step, outcome?.error)
  }
  return failed
}

function mainChange<S extends TableSchema>(
  parts: SideParts,
  { change, key, fresh }: Step<S>,
): RowChange<AnyTable> {
  const { condition } = change
  if ('put' in change) return { put: putOf(parts, change.put, fresh), ...given(condition) }
  if ('delete' in change) {
    parts.writes.add(1, 1)
    return { delete: key, ...given(condition) }
  }
  const { set, increment } = change.changes
  const units = unitsOf(bytesOf({ ...key, ...set, ...increment }))
  parts.writes.add(units, units)
  return { update: key, changes: change.changes, ...given(condition) }
}
