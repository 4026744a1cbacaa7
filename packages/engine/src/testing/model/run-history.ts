import {
  type PlainBufferCell,
  type ReadSelection,
  TablestoreError,
  decodeRows,
  integerOf,
  integerVariant,
  plainCell,
  stringOf,
  stringVariant,
} from '@rowhouse/protocol'
import { expect } from 'vitest'
import type { OpenEngine } from '../../open-engine.js'
import { batchWriteRow } from '../../rows/batch-write-row.js'
import { deleteRow } from '../../rows/delete-row.js'
import { getRange } from '../../rows/get-range.js'
import { getRow } from '../../rows/get-row.js'
import { putRow } from '../../rows/put-row.js'
import { updateRow } from '../../rows/update-row.js'
import { parseCell } from '../cases/cells.js'
import { rowOf } from '../cases/requests.js'
import { formatValue } from '../cases/case-tokens.js'
import type { ManualClock } from '@rowhouse/platform/testing'
import {
  type ModelCell,
  type ModelChange,
  type ModelKey,
  type ModelOutcome,
  type ModelTable,
  compareKeys,
} from './model-table.js'
import type { Step, StepWrite } from './model-operations.js'

export const INSTANCE = 'model'
export const tableName = (table: number): string => `table_${table}`

export interface HistoryContext {
  engine: OpenEngine
  readonly clock: ManualClock
  readonly models: readonly ModelTable[]
  readonly restart: () => Promise<OpenEngine>
}

/** Runs one step on the engine and on the model, and compares their results. */
export const runStep = async (context: HistoryContext, step: Step): Promise<void> => {
  switch (step.step) {
    case 'put':
    case 'update':
    case 'delete':
      expect(await write(context, step.step, step.write)).toBe(
        writeModel(context, step.step, step.write),
      )
      return
    case 'batch':
      return runBatch(context, step)
    case 'get':
      return runGet(context, step)
    case 'range':
      return runRange(context, step)
    case 'wait':
      context.clock.advance(step.milliseconds)
      return
    case 'background':
      await context.engine.runBackgroundWork()
      return
    case 'restart':
      context.engine = await context.restart()
  }
}

const modelOf = ({ models }: HistoryContext, table: number): ModelTable => {
  const model = models[table]
  if (model === undefined) throw new Error(`no model of table ${table}`)
  return model
}

const writeModel = (
  context: HistoryContext,
  kind: 'put' | 'update' | 'delete',
  { table, key, changes, expect: expectation }: StepWrite,
): ModelOutcome => {
  const model = modelOf(context, table)
  const now = context.clock.now()
  if (kind === 'delete') return model.delete(key, expectation, now)
  return model[kind](key, changes, expectation, now)
}

const write = async (
  { engine }: HistoryContext,
  kind: 'put' | 'update' | 'delete',
  step: StepWrite,
): Promise<ModelOutcome> => {
  const shared = {
    tableName: tableName(step.table),
    condition: { rowExistence: step.expect, columnCondition: undefined },
    returnContent: undefined,
    transactionId: undefined,
  }
  const bytes = rowBytes(kind, step)
  try {
    if (kind === 'put') await putRow(engine, INSTANCE, { ...shared, row: bytes })
    else if (kind === 'update') await updateRow(engine, INSTANCE, { ...shared, rowChange: bytes })
    else await deleteRow(engine, INSTANCE, { ...shared, primaryKey: bytes })
    return 'ok'
  } catch (error) {
    if (!(error instanceof TablestoreError)) throw error
    return error.code === 'OTSConditionCheckFail' ? 'condition' : 'invalid'
  }
}

const rowBytes = (kind: 'put' | 'update' | 'delete', { key, changes }: StepWrite): Buffer =>
  rowOf(keyCells(key), changes.map(changeCell), kind === 'delete')

const keyCells = (key: ModelKey): PlainBufferCell[] => [
  plainCell('p', stringVariant(key.partition)),
  plainCell('r', integerVariant(key.row)),
]

const changeCell = (change: ModelChange): PlainBufferCell => {
  switch (change.do) {
    case 'put': {
      const cell = parseCell(`x=${change.value}`)
      return { ...cell, name: change.name, timestamp: change.at }
    }
    case 'delete-all':
      return { ...parseCell('-x'), name: change.name }
    case 'delete-one':
      return { ...parseCell(`-x@${change.at}`), name: change.name }
    case 'increment':
      return { ...parseCell(`x+=${change.by}`), name: change.name }
  }
}

const runBatch = async (
  context: HistoryContext,
  { writes }: Extract<Step, { step: 'batch' }>,
): Promise<void> => {
  const kinds = { PUT: 'put', UPDATE: 'update', DELETE: 'delete' } as const
  const reply = await batchWriteRow(context.engine, INSTANCE, {
    tables: writes.map((one) => ({
      tableName: tableName(one.table),
      rows: [
        {
          type: one.kind,
          rowChange: rowBytes(kinds[one.kind], one),
          condition: { rowExistence: one.expect, columnCondition: undefined },
          returnContent: undefined,
        },
      ],
    })),
    transactionId: undefined,
    isAtomic: false,
  })
  const outcomes = reply.tables.map(({ rows: [row] }) => {
    if (row?.isOk === true) return 'ok'
    return row?.error.code === 'OTSConditionCheckFail' ? 'condition' : 'invalid'
  })
  expect(outcomes).toEqual(writes.map((one) => writeModel(context, kinds[one.kind], one)))
}

const selectionOf = (versions: number): ReadSelection => ({
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: versions,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
})

const runGet = async (
  context: HistoryContext,
  { table, key, versions }: Extract<Step, { step: 'get' }>,
): Promise<void> => {
  const { row } = await getRow(context.engine, INSTANCE, {
    ...selectionOf(versions),
    tableName: tableName(table),
    primaryKey: rowOf(keyCells(key)),
    token: undefined,
    transactionId: undefined,
  })
  const [found] = row.length === 0 ? [] : decodeRows(row)
  const wanted = modelOf(context, table).get(key, context.clock.now(), versions)
  expect(found === undefined ? undefined : modelCells(found.cells)).toEqual(wanted)
}

const modelCells = (cells: readonly PlainBufferCell[]): ModelCell[] =>
  cells.map(({ name, value, timestamp }) => ({
    name,
    at: timestamp ?? -1n,
    value: value === undefined ? '' : formatValue(value),
  }))

const runRange = async (
  context: HistoryContext,
  step: Extract<Step, { step: 'range' }>,
): Promise<void> => {
  const order = compareKeys(step.from, step.to)
  if (order === 0) return
  const [low, high] = order < 0 ? [step.from, step.to] : [step.to, step.from]
  const [start, end] = step.backward ? [high, low] : [low, high]
  const reply = await getRange(context.engine, INSTANCE, {
    ...selectionOf(step.versions),
    tableName: tableName(step.table),
    direction: step.backward ? 'BACKWARD' : 'FORWARD',
    limit: step.limit,
    inclusiveStartPrimaryKey: rowOf(keyCells(start)),
    exclusiveEndPrimaryKey: rowOf(keyCells(end)),
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })
  const rows = reply.rows.length === 0 ? [] : decodeRows(reply.rows)
  const found = rows.map((row) => ({ key: modelKey(row.primaryKey), cells: modelCells(row.cells) }))
  const all = modelOf(context, step.table).scan(context.clock.now(), step.versions)
  const inRange = all.filter(({ key }) => {
    const [fromLow, toHigh] = [compareKeys(key, low), compareKeys(key, high)]
    return step.backward ? fromLow > 0 && toHigh <= 0 : fromLow >= 0 && toHigh < 0
  })
  if (step.backward) inRange.reverse()
  expect(found).toEqual(inRange.slice(0, step.limit))
}

const modelKey = ([partition, row]: readonly PlainBufferCell[]): ModelKey => ({
  partition: partition?.value === undefined ? '' : stringOf(partition.value),
  row: row?.value === undefined ? 0n : integerOf(row.value),
})
