import {
  type Client,
  type CreateTableOptions,
  type TableSchema,
  isRefusal,
  operations,
} from '@rowhouse/client'
import type { ObjectStore } from '@rowhouse/platform'
import { archiveMonth } from '../archive/archive-month.js'
import { isArchiveOf } from '../archive/compare-archive.js'
import { Journal, type SetLock, type Surroundings } from '../journal/journal.js'
import { rotationLimits } from '../limits.js'
import { nameFor } from '../plan/month-names.js'
import type { SetPlan } from '../plan/set-plan.js'
import { RotationError } from '../rotation-error.js'
import { stepsNeeded } from './plan-steps.js'
import { readState } from './set-state.js'
import type { Step } from './step.js'

export interface ApplyOptions {
  readonly client: Client
  readonly plan: SetPlan
  /** The store for archives; plans that archive need it. */
  readonly archive: ObjectStore | undefined
  /** The name of this runner, such as a host and a process id. */
  readonly holder: string
  readonly surroundings: Surroundings
  readonly onStep?: (step: Step, outcome: 'begun' | 'done') => void
}

/**
 * Changes the set to agree with its plan, one step after the other. After an interrupted run, it
 * continues from the state that it finds. Returns the steps that were taken.
 *
 * Throws RotationError when the plan cannot be kept, and RotationLockedError when another runner works.
 */
export async function applyPlan(options: ApplyOptions): Promise<readonly Step[]> {
  const { client, plan, surroundings } = options
  const journal = new Journal(client, plan.journalTable, plan.name)
  await journal.prepare()
  const lock = await journal.lock(options.holder, surroundings)
  try {
    return await takeSteps(options, journal, lock)
  } finally {
    await lock.release()
  }
}

async function takeSteps(
  options: ApplyOptions,
  journal: Journal,
  lock: SetLock,
): Promise<readonly Step[]> {
  const { client, plan, surroundings, onStep = () => {} } = options
  const taken: Step[] = []
  for (;;) {
    await lock.renew()
    const state = await readState(client, plan, journal)
    const { steps, problems } = stepsNeeded(plan, state, surroundings.now())
    if (problems.length > 0) throw new RotationError(problems.join('; '))
    const [step] = steps
    if (step === undefined) return taken
    onStep(step, 'begun')
    await lock.note(step, 'begun')
    try {
      await takeStep(options, journal, lock, step)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      await lock.note(step, 'failed', text)
      throw error
    }
    await lock.note(step, 'done')
    onStep(step, 'done')
    taken.push(step)
  }
}

async function takeStep(
  { client, plan, archive, surroundings }: ApplyOptions,
  journal: Journal,
  lock: SetLock,
  step: Step,
): Promise<void> {
  switch (step.kind) {
    case 'create':
      return createMonth(client, plan, step)
    case 'create search index': {
      const wanted = plan.searchIndexes[step.index]
      if (wanted === undefined) throw new RotationError(`the plan has no index ${step.index}`)
      return client.table(schemaOf(plan, step.table)).index(step.index).create(wanted)
    }
    case 'set units':
      await waitUntil(step.notBefore, lock, surroundings)
      return changeUnits(client, step)
    case 'archive': {
      const place = archiveOf(archive)
      const source = { client, schema: schemaOf(plan, step.table), month: step.month }
      const written = await archiveMonth(source, place, lock)
      return journal.noteArchive({ ...written, month: step.month, at: surroundings.now() })
    }
    case 'drop':
      return dropMonth({ client, plan, archive }, journal, lock, step)
  }
}

/** Creates the table of a month with its secondary indexes; it may exist already. */
export async function createMonth(
  client: Client,
  plan: SetPlan,
  { table, month, units }: Pick<Extract<Step, { kind: 'create' }>, 'table' | 'month' | 'units'>,
  options: CreateTableOptions = {},
): Promise<void> {
  const { maxVersions, timeToLive, localTransactions } = plan
  try {
    await client.createTable(schemaOf(plan, table), {
      maxVersions,
      timeToLive,
      localTransactions,
      reservedRead: units.read,
      reservedWrite: units.write,
      indexes: plan.indexes.map((index) => ({ ...index, name: nameFor(index.name, month) })),
      ...options,
    })
  } catch (error) {
    // An earlier attempt has created it, and its reply was lost.
    if (!isRefusal(error, 'OTSObjectAlreadyExist')) throw error
  }
}

async function changeUnits(
  client: Client,
  { table, to }: Extract<Step, { kind: 'set units' }>,
): Promise<void> {
  await client.updateTable({
    tableName: table,
    reservedThroughput: to,
    tableOptions: undefined,
    streamSpec: undefined,
  })
}

/** Drops a table. If rows were written after it was archived, it is archived again instead. */
async function dropMonth(
  { client, plan, archive }: Pick<ApplyOptions, 'client' | 'plan' | 'archive'>,
  journal: Journal,
  lock: SetLock,
  { table, month, isArchived }: Extract<Step, { kind: 'drop' }>,
): Promise<void> {
  const source = { client, schema: schemaOf(plan, table), month }
  if (isArchived && !(await isArchiveOf(source, archiveOf(archive), lock)))
    return journal.forgetArchive(month)
  const tableName = table
  const { indices } = await client.call(operations.listSearchIndex, { tableName })
  for (const { indexName } of indices)
    await client.call(operations.deleteSearchIndex, { tableName, indexName })
  await client.deleteTable(table)
}

async function waitUntil(
  moment: number,
  lock: SetLock,
  { now, wait }: Surroundings,
): Promise<void> {
  for (let left = moment - now(); left > 0; left = moment - now()) {
    await wait(Math.min(left, rotationLimits.LEASE_MS / 2))
    await lock.renew()
  }
}

function archiveOf(archive: ObjectStore | undefined): ObjectStore {
  if (archive === undefined) throw new RotationError('the plan archives: say where to')
  return archive
}

/** The definition of one month's table. */
export const schemaOf = ({ key, columns }: SetPlan, name: string): TableSchema => ({
  name,
  key,
  columns,
})
