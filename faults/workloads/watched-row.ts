import type { SeededRandom } from '@rowhouse/platform/testing'
import type { HistoryRecorder } from '../history/history-recorder.js'
import type { RowOperation, RowState } from '../history/row-model.js'
import type { Columns, RowKey, Service } from './service.js'

/** A row that clients share, and the history of its calls. */
export interface WatchedRow {
  readonly table: string
  readonly key: RowKey
  readonly history: HistoryRecorder<RowOperation>
  /** A recent value of the register, for conditions. */
  lately: number
}

export const readWatched = async (
  service: Service,
  client: string,
  row: WatchedRow,
): Promise<void> => {
  await row.history.record(
    client,
    () => service.get(row.table, row.key).then(stateOf),
    (found) => {
      row.lately = found?.value ?? row.lately
      return { kind: 'read', found }
    },
    undefined,
  )
}

/** One write of a random kind; `value` must be new. */
export const writeWatched = (
  service: Service,
  random: SeededRandom,
  client: string,
  row: WatchedRow,
  value: number,
): Promise<void> => {
  const choice = random.next()
  if (choice < 0.35) return put(service, client, row, value)
  if (choice < 0.6) return putIf(service, client, row, value)
  if (choice < 0.9) return increment(service, client, row)
  return remove(service, client, row)
}

const put = async (
  service: Service,
  client: string,
  row: WatchedRow,
  value: number,
): Promise<void> => {
  const operation: RowOperation = { kind: 'put', value }
  await row.history.record(
    client,
    () => service.put(row.table, row.key, { value }),
    () => operation,
    operation,
  )
  row.lately = value
}

const putIf = async (
  service: Service,
  client: string,
  row: WatchedRow,
  value: number,
): Promise<void> => {
  const expected = row.lately
  const attempt: RowOperation = { kind: 'set if', expected, value, succeeded: undefined }
  const succeeded = await row.history.record(
    client,
    () => service.putIf(row.table, row.key, ['value', expected], { value }),
    (answer) => ({ ...attempt, succeeded: answer }),
    attempt,
  )
  if (succeeded) row.lately = value
}

const increment = async (service: Service, client: string, row: WatchedRow): Promise<void> => {
  await row.history.record(
    client,
    () => service.increment(row.table, row.key, 'count'),
    (after) => ({ kind: 'increment', after }),
    { kind: 'increment', after: undefined },
  )
}

const remove = async (service: Service, client: string, row: WatchedRow): Promise<void> => {
  const operation: RowOperation = { kind: 'delete' }
  await row.history.record(
    client,
    () => service.delete(row.table, row.key),
    () => operation,
    operation,
  )
}

const stateOf = (columns: Columns | undefined): RowState => {
  if (columns === undefined) return undefined
  return { value: numberOf(columns['value']), count: numberOf(columns['count']) }
}

const numberOf = (value: string | number | undefined): number | undefined =>
  value === undefined ? undefined : Number(value)
