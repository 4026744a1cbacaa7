import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@rowhouse/client'
import { counted, nounFor } from '@rowhouse/platform'
import {
  Calendar,
  Journal,
  type Month,
  RotationError,
  type SetPlan,
  type Step,
  applyPlan,
  describeStep,
  findArchivedRows,
  nameFor,
  nameOfMonth,
  parseMonth,
  readPlan,
  readState,
  restoreMonth,
  stepsNeeded,
  unitsFor,
} from '@rowhouse/rotation'
import { openObjects } from '@rowhouse/server'
import { tableRowOf, writeNdjsonRow } from '@rowhouse/transfer'
import { Command } from 'commander'
import { type ConnectionOptions, clientCommand, connect } from '../connection/connection.js'
import { UseError } from '../connection/use-error.js'
import { ExitCode } from '../exit-codes.js'
import { faultOfFile } from '../fault-of-file.js'
import { fulfils, rangesOf } from '../transfer/archived-rows.js'
import { positive } from '../transfer/flags.js'
import { parseCondition } from '../transfer/parse-conditions.js'

interface RotateFlags extends ConnectionOptions {
  readonly archive?: string
  readonly dryRun?: boolean
  readonly limit?: number
  readonly where?: readonly string[]
}

const now = (): number => Date.now()
const PLAN = 'the plan, a JSON file: see docs/monthly-tables.md'

export function createCommand(): Command {
  const group = new Command('rotate').description(
    'Keep one table a month: made ahead, with less throughput as it ages, archived and dropped past retention.',
  )
  group.addCommand(
    planned('plan', 'Show what the set needs now.').action((file: string, flags: RotateFlags) =>
      withSet(file, flags, (set) => showSteps(set, flags)),
    ),
  )
  group.addCommand(
    planned('status', 'Show the tables of the set.').action((file: string, flags: RotateFlags) =>
      withSet(file, flags, (set) => showStatus(set, flags)),
    ),
  )
  group.addCommand(
    archiving(planned('apply', 'Make the set what its plan says; run it daily.'))
      .option('--dry-run', 'show what would be done')
      .action((file: string, flags: RotateFlags) =>
        withSet(file, flags, (set) =>
          flags.dryRun === true ? showSteps(set, flags) : apply(set, flags),
        ),
      ),
  )
  group.addCommand(
    planned('history', 'Show what was done, newest first.')
      .option('--limit <N>', 'lines at most', positive, 20)
      .action((file: string, flags: RotateFlags) =>
        withSet(file, flags, (set) => showHistory(set, flags)),
      ),
  )
  group.addCommand(
    archiving(planned('restore', 'Bring an archived month back as a table.'))
      .argument('<MONTH>', 'such as 2026-11')
      .action((file: string, month: string, flags: RotateFlags) =>
        withSet(file, flags, (set) => restore(set, month, flags)),
      ),
  )
  group.addCommand(
    archiving(planned('read', 'Read rows of an archived month where it lies, as NDJSON.'))
      .argument('<MONTH>', 'such as 2026-11')
      .option(
        '--where <CONDITION>',
        'rows with NAME=VALUE, also != < <= > >=; may be given several times',
        (text: string, all: readonly string[]) => [...all, text],
        [],
      )
      .action((file: string, month: string, flags: RotateFlags) => read(file, month, flags)),
  )
  return group
}

const planned = (name: string, description: string): Command =>
  clientCommand(name, description).argument('<FILE>', PLAN)

const archiving = (command: Command): Command =>
  command.option('--archive <PLACE>', 'the folder or s3://… of archives, for plans that archive')

interface OpenSet {
  readonly client: Client
  readonly plan: SetPlan
  readonly journal: Journal
}

async function withSet(
  file: string,
  flags: RotateFlags,
  work: (set: OpenSet) => Promise<void>,
): Promise<void> {
  const plan = planIn(file)
  const client = connect(flags)
  try {
    await work({ client, plan, journal: new Journal(client, plan.journalTable, plan.name) })
  } finally {
    await client.close()
  }
}

/** A plan that cannot be used is wrong use, whatever is wrong with it. */
function planIn(file: string): SetPlan {
  const text = textOf(file)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new UseError(`${file} is no JSON`)
  }
  try {
    return readPlan(content)
  } catch (error) {
    if (error instanceof RotationError) throw new UseError(error.message)
    throw error
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const fault = faultOfFile(error, file)
    throw fault === undefined ? error : new UseError(fault)
  }
}

async function showSteps({ client, plan, journal }: OpenSet, flags: RotateFlags): Promise<void> {
  const state = await readState(client, plan, journal)
  const { steps, problems } = stepsNeeded(plan, state, now())
  for (const step of steps) print(flags, { event: 'step', ...plainStep(step) }, describeStep(step))
  for (const problem of problems) print(flags, { event: 'problem', problem }, `problem: ${problem}`)
  if (steps.length === 0) print(flags, { event: 'nothing' }, `${plan.name} is as its plan says`)
  if (problems.length > 0) process.exitCode = ExitCode.FOUND
}

/** Programs get the name of a month, not its number. */
const plainStep = (step: Step) => ({ ...step, month: nameOfMonth(step.month) })

async function showStatus({ client, plan, journal }: OpenSet, flags: RotateFlags): Promise<void> {
  const state = await readState(client, plan, journal)
  const current = new Calendar(plan.timeZone).monthAt(now())
  for (const { month, table, units } of state.months) {
    const wanted = unitsFor(plan, month, current)
    const isKept = wanted.read === units.read && wanted.write === units.write
    const age = month === current ? 'now' : month > current ? 'ahead' : `${current - month} back`
    const asks = isKept ? '' : `, wanted ${wanted.read} and ${wanted.write}`
    const line = `${nameOfMonth(month)}  ${table}  ${age}, read ${units.read}, write ${units.write}${asks}`
    print(flags, { event: 'month', month: nameOfMonth(month), table, units, wanted }, line)
  }
  for (const { month, rows } of state.archives.values())
    print(
      flags,
      { event: 'archive', month: nameOfMonth(month), rows },
      `${nameOfMonth(month)}  archived, ${counted(rows, 'row')}`,
    )
  if (state.months.length + state.archives.size === 0)
    print(flags, { event: 'nothing' }, `${plan.name} has no tables yet`)
  const holder = await journal.lockHolder(now())
  if (holder !== undefined) print(flags, { event: 'lock', holder }, `${holder} works on it now`)
}

async function apply({ client, plan }: OpenSet, flags: RotateFlags): Promise<void> {
  if (plan.expired === 'archive' && flags.archive === undefined)
    throw new UseError('--archive is missing: the plan archives months')
  const steps = await applyPlan({
    client,
    plan,
    archive: flags.archive === undefined ? undefined : await openObjects(flags.archive),
    holder: `${hostname()}:${process.pid}`,
    surroundings: { now, wait: (milliseconds) => wait(milliseconds) },
    onStep: (step, outcome) => {
      if (outcome === 'done')
        print(flags, { event: 'done', ...plainStep(step) }, `done: ${describeStep(step)}`)
    },
  })
  if (steps.length === 0) print(flags, { event: 'nothing' }, `${plan.name} is as its plan says`)
}

async function showHistory({ journal }: OpenSet, flags: RotateFlags): Promise<void> {
  for await (const entry of journal.history(flags.limit ?? 20)) {
    const { at, holder, step, outcome, error } = entry
    const why = error === undefined ? '' : `: ${error}`
    const line = `${new Date(at).toISOString()}  ${outcome.padEnd(6)}  ${step}  (${holder})${why}`
    print(flags, { event: 'history', ...entry }, line)
  }
}

/** Needs no server: parts of the archive without such rows are not even read. */
async function read(file: string, name: string, flags: RotateFlags): Promise<void> {
  const plan = planIn(file)
  const month = monthOf(name)
  const conditions = (flags.where ?? []).map(parseCondition)
  for (const { name: column } of conditions)
    if (!(column in plan.key) && !(column in plan.columns))
      throw new UseError(`the plan has no column ${column}`)
  const objects = await archiveIn(flags)
  const table = nameFor(plan.tableName, month)
  for await (const stored of findArchivedRows(objects, table, rangesOf(conditions))) {
    const row = tableRowOf(stored)
    if (!fulfils(row, conditions)) continue
    if (!process.stdout.write(writeNdjsonRow(row, false))) await once(process.stdout, 'drain')
  }
}

async function archiveIn({ archive }: RotateFlags): ReturnType<typeof openObjects> {
  if (archive === undefined) throw new UseError('--archive is missing: where archives are')
  return openObjects(archive)
}

async function restore({ client, plan }: OpenSet, name: string, flags: RotateFlags): Promise<void> {
  const month = monthOf(name)
  const objects = await archiveIn(flags)
  const table = nameFor(plan.tableName, month)
  const rows = await restoreMonth(client, plan, objects, month)
  print(
    flags,
    { event: 'restored', table, rows },
    `${counted(rows, 'row')} ${nounFor(rows, 'is', 'are')} in ${table} again`,
  )
}

function monthOf(name: string): Month {
  const month = parseMonth(name)
  if (month === undefined) throw new UseError(`${name} is no month such as 2026-11`)
  return month
}

function print(flags: RotateFlags, event: object, line: string): void {
  process.stdout.write(flags.json === true ? `${JSON.stringify(event)}\n` : `${line}\n`)
}
