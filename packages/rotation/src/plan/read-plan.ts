import type { IndexField } from '@rowhouse/client'
import { fieldTypes, isTableName, limits } from '@rowhouse/protocol'
import { z } from 'zod'
import { RotationError } from '../rotation-error.js'
import { Calendar, monthOf } from './months.js'
import { hasMonth, monthIn, nameFor } from './month-names.js'
import type { SetPlan } from './set-plan.js'

const keyTypes = z.enum(['string', 'integer', 'binary', 'autoIncrement'])
const columnTypes = z.enum(['string', 'integer', 'double', 'boolean', 'binary'])
const SOME_MONTH = monthOf(2000, 1)
const units = z.strictObject({ read: z.int().min(0), write: z.int().min(0) })
const NO_NAME = `must be 1 to ${limits.NAME_BYTES_MAX} letters, digits and _, and no digit first`
const perMonth = z
  .string()
  .refine(hasMonth, 'must have {yyyy} and {MM} once each, so that each month has its own name')
  .refine((pattern) => isTableName(nameFor(pattern, SOME_MONTH)), NO_NAME)
const index = z.strictObject({
  name: perMonth,
  key: z.array(z.string()).min(1),
  columns: z.array(z.string()).optional(),
  type: z.enum(['GLOBAL', 'LOCAL']).optional(),
})
const searchIndex = z.strictObject({
  fields: z.record(
    z.string(),
    z.custom<IndexField>(
      isField,
      `must be a type of fields (${fieldTypes.join(', ')}) or an object with one`,
    ),
  ),
  routingFields: z.array(z.string()).optional(),
  timeToLive: z.int().optional(),
})

const plan = z.strictObject({
  name: z.string().regex(/^\w+$/, 'must be letters, digits and _'),
  tableName: perMonth,
  timeZone: z.string().default('UTC').refine(isTimeZone, 'is no time zone that this system knows'),
  key: z.record(z.string(), keyTypes),
  columns: z.record(z.string(), columnTypes).default({}),
  timeColumn: z.string().optional(),
  maxVersions: z.int().min(1).default(1),
  timeToLive: z.int().default(-1),
  localTransactions: z.boolean().default(false),
  indexes: z.array(index).default([]),
  searchIndexes: z.record(z.string().refine(isTableName, NO_NAME), searchIndex).default({}),
  units: z.strictObject({ current: units, recent: units, old: units }),
  recentMonths: z.int().min(0).default(12),
  monthsAhead: z.int().min(0).max(12).default(1),
  retentionMonths: z.int().min(0).optional(),
  expired: z.enum(['keep', 'archive', 'delete']).default('keep'),
  journalTable: z.string().refine(isTableName, NO_NAME).default('rotation_journal'),
})

/** Reads a plan from parsed JSON. Throws RotationError with every fault and its place. */
export function readPlan(content: unknown): SetPlan {
  const read = plan.safeParse(content)
  if (!read.success) throw faults(read.error.issues.map(({ path, message }) => [path, message]))
  const found = otherFaults(read.data)
  if (found.length > 0) throw faults(found)
  const { timeColumn, retentionMonths, searchIndexes, indexes, ...rest } = read.data
  return {
    ...rest,
    timeColumn,
    retentionMonths,
    indexes: indexes.map(({ columns, type, ...named }) => ({
      ...named,
      ...(columns && { columns }),
      ...(type && { type }),
    })),
    searchIndexes: Object.fromEntries(
      Object.entries(searchIndexes).map(([name, { fields, routingFields, timeToLive }]) => [
        name,
        {
          fields,
          ...(routingFields && { routingFields }),
          ...(timeToLive !== undefined && { timeToLive }),
        },
      ]),
    ),
  }
}

function isField(field: unknown): boolean {
  if (typeof field !== 'object' || field === null) return isFieldType(field)
  if (!('type' in field && isFieldType(field.type))) return false
  if (!('fields' in field)) return true
  const { fields } = field
  return typeof fields === 'object' && fields !== null && Object.values(fields).every(isField)
}

const isFieldType = (type: unknown): boolean => fieldTypes.some((known) => known === type)

type Fault = readonly [path: readonly PropertyKey[], message: string]

function otherFaults(read: z.infer<typeof plan>): Fault[] {
  const { timeColumn, key, columns, expired, retentionMonths, maxVersions } = read
  const found: Fault[] = []
  const keys = Object.keys(key).length
  if (keys < 1 || keys > limits.PRIMARY_KEY_COLUMNS_MAX)
    found.push([['key'], `must have 1 to ${limits.PRIMARY_KEY_COLUMNS_MAX} columns`])
  if (timeColumn !== undefined && (key[timeColumn] ?? columns[timeColumn]) !== 'integer')
    found.push([['timeColumn'], `${timeColumn} must be an integer column of key or columns`])
  if (expired !== 'keep' && retentionMonths === undefined)
    found.push([['retentionMonths'], `must be given to ${expired} months`])
  if (monthIn(read.tableName, read.journalTable) !== undefined)
    found.push([['journalTable'], 'must not be the table of a month'])
  const hasIndexes = read.indexes.length > 0 || Object.keys(read.searchIndexes).length > 0
  // The service refuses the indexes, when the tables are there already.
  if (maxVersions > 1 && hasIndexes)
    found.push([['maxVersions'], 'must be 1 for tables with indexes or search indexes'])
  return found
}

function faults(found: readonly Fault[]): RotationError {
  const lines = found.map(([path, message]) => `${path.map(String).join('.') || 'it'}: ${message}`)
  return new RotationError(`the plan cannot be used: ${lines.join('; ')}`)
}

function isTimeZone(name: string): boolean {
  try {
    return new Calendar(name) instanceof Calendar
  } catch {
    return false
  }
}
