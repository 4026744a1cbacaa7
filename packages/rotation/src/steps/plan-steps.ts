import { limits } from '@rowhouse/protocol'
import { rotationLimits } from '../limits.js'
import { Calendar, type Month, nameOfMonth } from '../plan/months.js'
import { nameFor } from '../plan/month-names.js'
import type { SetPlan, Units } from '../plan/set-plan.js'
import type { MonthTable, SetState } from './set-state.js'
import type { Step } from './step.js'

export interface StepsNeeded {
  readonly steps: readonly Step[]
  /** Why not all steps can be taken. */
  readonly problems: readonly string[]
}

/**
 * The steps that a set needs now to agree with its plan. An interrupted run continues, because the state
 * shows what is done. Months past retention come first, because dropping their tables makes room.
 */
export function stepsNeeded(plan: SetPlan, state: SetState, now: number): StepsNeeded {
  const current = new Calendar(plan.timeZone).monthAt(now)
  const created = [...newSearchIndexes(plan, state, current), ...newTables(plan, state, current)]
  const removed = expiredTables(plan, state, current)
  const perTable = 1 + plan.indexes.length
  const count = (kind: Step['kind'], steps: readonly Step[]): number =>
    steps.filter((step) => step.kind === kind).length * perTable
  const peak = state.tables + count('create', created)
  const left = peak - count('drop', removed)
  const most = limits.TABLES_PER_INSTANCE_MAX
  const room = peak > most ? [...removed, ...created] : [...created, ...removed]
  const problems =
    left > most ? [`the instance would have ${left} tables and indexes, more than ${most}`] : []
  return { steps: [...room, ...unitChanges(plan, state, current)], problems }
}

/** The newest month past retention; undefined when all are kept. */
export const firstExpired = (plan: SetPlan, current: Month): Month | undefined =>
  plan.retentionMonths === undefined || plan.expired === 'keep'
    ? undefined
    : current - plan.retentionMonths - 1

const isExpired = (plan: SetPlan, month: Month, current: Month): boolean => {
  const first = firstExpired(plan, current)
  return first !== undefined && month <= first
}

/** The units of a month's table by its age; tables of future months have those of the current one. */
export function unitsFor(plan: SetPlan, month: Month, current: Month): Units {
  const age = current - month
  if (age <= 0) return plan.units.current
  return age <= plan.recentMonths ? plan.units.recent : plan.units.old
}

function newTables(plan: SetPlan, { months }: SetState, current: Month): Step[] {
  const known = new Set(months.map(({ month }) => month))
  const steps: Step[] = []
  for (let month = current; month <= current + plan.monthsAhead; month++) {
    if (known.has(month)) continue
    const table = nameFor(plan.tableName, month)
    steps.push({ kind: 'create', month, table, units: plan.units.current })
    for (const index of Object.keys(plan.searchIndexes))
      steps.push({ kind: 'create search index', month, table, index })
  }
  return steps
}

/** The missing indexes of existing tables: a run may have ended between a table and its indexes. */
function newSearchIndexes(plan: SetPlan, { months }: SetState, current: Month): Step[] {
  return months.flatMap(({ month, table, searchIndexes }) => {
    if (isExpired(plan, month, current)) return []
    return Object.keys(plan.searchIndexes)
      .filter((index) => !searchIndexes.includes(index))
      .map((index): Step => ({ kind: 'create search index', month, table, index }))
  })
}

function expiredTables(plan: SetPlan, { months, archives }: SetState, current: Month): Step[] {
  return months.flatMap(({ month, table }): Step[] => {
    if (!isExpired(plan, month, current)) return []
    if (plan.expired === 'delete') return [{ kind: 'drop', month, table, isArchived: false }]
    const drop: Step = { kind: 'drop', month, table, isArchived: true }
    return archives.has(month) ? [drop] : [{ kind: 'archive', month, table }, drop]
  })
}

function unitChanges(plan: SetPlan, { months }: SetState, current: Month): Step[] {
  return months.flatMap(({ month, table, units: from, lastChange }: MonthTable): Step[] => {
    const to = unitsFor(plan, month, current)
    const isSame = from.read === to.read && from.write === to.write
    if (isSame || isExpired(plan, month, current)) return []
    const notBefore = lastChange + rotationLimits.UNITS_CHANGE_SECONDS * 1000
    return [{ kind: 'set units', month, table, from, to, notBefore }]
  })
}

/** Why there is no table for rows of a month; undefined if there should be one. */
export function refusalOf(plan: SetPlan, month: Month, current: Month): string | undefined {
  if (isExpired(plan, month, current)) return `${nameOfMonth(month)} is past retention`
  if (month > current + plan.monthsAhead) return `${nameOfMonth(month)} is too far ahead`
  return undefined
}
