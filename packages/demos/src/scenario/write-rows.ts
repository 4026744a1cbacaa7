import { setTimeout as wait } from 'node:timers/promises'
import TableStore from 'tablestore'
import { ROWS_PER_BATCH } from '../online-retail/load-lines.js'
import { codeOf, defaultRetryPolicy, delayBefore, isRetryable } from '../sdk/retry.js'
import type { Scenario } from './scenario.js'
import { hashOf } from './scenario-key.js'

/** Writes all items in batches, several on their way at once; failed rows go again. */
export const writeRows = async <Item>(
  client: Pick<TableStore.Client, 'batchWriteRow'>,
  scenario: Scenario<Item>,
  items: readonly Item[],
  concurrency: number,
  onRows: (rows: number) => void,
): Promise<void> => {
  let next = 0
  const writer = async (): Promise<void> => {
    while (next < items.length) {
      const batch = items.slice(next, next + ROWS_PER_BATCH)
      next += batch.length
      const rows = batch.map((item) => rowOf(scenario, item))
      await writeBatch(client, scenario.tableName, rows)
      onRows(batch.length)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, writer))
}

const rowOf = <Item>(scenario: Scenario<Item>, item: Item): TableStore.RowChange => {
  const id = scenario.idOf(item)
  const [hashColumn, idColumn] = scenario.keyColumns
  return {
    type: 'PUT',
    condition: new TableStore.Condition(TableStore.RowExistenceExpectation.IGNORE, null),
    primaryKey: [{ [hashColumn]: hashOf(id) }, { [idColumn]: id }],
    attributeColumns: scenario.columnsOf(item),
  }
}

const writeBatch = async (
  client: Pick<TableStore.Client, 'batchWriteRow'>,
  tableName: string,
  rows: readonly TableStore.RowChange[],
): Promise<void> => {
  let pending = rows
  for (let attempt = 1; ; attempt += 1) {
    const failed = await tryBatch(client, tableName, pending)
    if (failed.length === 0) return
    if (attempt === defaultRetryPolicy.attempts) throw new Error('a batch failed to the last')
    pending = failed
    await wait(delayBefore(attempt, defaultRetryPolicy))
  }
}

/** The rows worth another attempt; throws for any that is not. */
const tryBatch = async (
  client: Pick<TableStore.Client, 'batchWriteRow'>,
  tableName: string,
  rows: readonly TableStore.RowChange[],
): Promise<readonly TableStore.RowChange[]> => {
  try {
    const { tables } = await client.batchWriteRow({ tables: [{ tableName, rows }] })
    return rows.filter((_row, index) => {
      const answer = tables[index]
      if (answer === undefined || answer.isOk) return false
      if (isRetryable(answer.errorCode ?? '')) return true
      throw new Error(`a row was refused: ${answer.errorCode} ${answer.errorMessage}`)
    })
  } catch (error) {
    if (!isRetryable(codeOf(error))) throw error
    return rows
  }
}
