import type { SeededRandom } from '@rowhouse/engine/testing'
import { checkHistory } from '../history/check-history.js'
import { explainVerdict } from '../history/explain-verdict.js'
import { HistoryRecorder, MomentClock } from '../history/history-recorder.js'
import { type RowOperation, type RowState, rowModel } from '../history/row-model.js'
import type { Columns, RowKey, Service } from './service.js'
import { type Lane, Violation, type Workload } from './workload.js'

const TABLE = 'histories'

export interface HistoriesSize {
  readonly lanes: number
  /** Rows that clients meet on at a time. */
  readonly rows: number
  /** A row with so many calls gives way to a new one. */
  readonly callsMax: number
}

interface WatchedRow {
  readonly key: RowKey
  readonly history: HistoryRecorder<RowOperation>
  /** A value that the register held lately, to build conditions on. */
  lately: number
}

export interface Histories extends Workload {
  /** Histories that were found linearizable. */
  readonly checked: number
  /** Checks the histories of rows that are still in use. */
  readonly finish: (service: Service) => Promise<void>
}

/** Clients that read and write the same few rows, so that what they see can be held against one order. */
export const createHistories = ({ lanes, rows, callsMax }: HistoriesSize): Histories => {
  const clock = new MomentClock()
  const watched = new Map<number, WatchedRow>()
  let retired: WatchedRow[] = []
  let sequence = 0
  let rowCount = 0
  let checked = 0
  let verified = 0

  const newRow = (): WatchedRow => ({
    key: { partition: `history ${rowCount % 5}`, row: ++rowCount },
    history: new HistoryRecorder<RowOperation>(clock),
    lately: 0,
  })

  const pick = (random: SeededRandom): WatchedRow => {
    const at = random.below(rows)
    const row = watched.get(at)
    if (row !== undefined && row.history.length < callsMax) return row
    if (row !== undefined) retired.push(row)
    const fresh = newRow()
    watched.set(at, fresh)
    return fresh
  }

  const read = async (service: Service, client: string, row: WatchedRow): Promise<void> => {
    await row.history.record(
      client,
      () => service.get(TABLE, row.key).then(stateOf),
      (found) => {
        row.lately = found?.value ?? row.lately
        return { kind: 'read', found }
      },
      undefined,
    )
  }

  const check = (row: WatchedRow): void => {
    const { calls } = row.history
    const verdict = checkHistory(rowModel, calls)
    if (verdict.kind !== 'linearizable')
      throw new Violation(
        TABLE,
        `row ${row.key.partition}/${row.key.row}: ${explainVerdict(verdict)}`,
      )
    checked++
    verified += calls.filter((one) => one.operation.kind !== 'read' && one.end !== undefined).length
  }

  const retire = (): void => {
    for (const row of retired) check(row)
    retired = []
  }

  return {
    name: TABLE,
    get verified() {
      return verified
    },
    get checked() {
      return checked
    },
    prepare: (service) => service.createTable(TABLE, false),
    lanes: (service, random) =>
      Array.from(
        { length: lanes },
        (_, lane): Lane =>
          async () => {
            const row = pick(random)
            const client = `client ${lane}`
            if (random.chance(0.3)) return read(service, client, row)
            return write(service, random, client, row, ++sequence)
          },
      ),
    check: async (service) => {
      for (const row of [...watched.values(), ...retired]) {
        row.history.expireUnanswered()
        await read(service, 'check', row)
      }
      retire()
    },
    finish: async () => {
      retired.push(...watched.values())
      watched.clear()
      retire()
    },
  }
}

const write = async (
  service: Service,
  random: SeededRandom,
  client: string,
  row: WatchedRow,
  value: number,
): Promise<void> => {
  const { key, history } = row
  const choice = random.next()
  if (choice < 0.35) {
    const put: RowOperation = { kind: 'put', value }
    await history.record(
      client,
      () => service.put(TABLE, key, { value }),
      () => put,
      put,
    )
    row.lately = value
  } else if (choice < 0.6) {
    const expected = row.lately
    const attempt: RowOperation = { kind: 'set if', expected, value, succeeded: undefined }
    const succeeded = await history.record(
      client,
      () => service.putIf(TABLE, key, ['value', expected], { value }),
      (answer) => ({ ...attempt, succeeded: answer }),
      attempt,
    )
    if (succeeded) row.lately = value
  } else if (choice < 0.9) {
    await history.record(
      client,
      () => service.increment(TABLE, key, 'count'),
      (after) => ({ kind: 'increment', after }),
      { kind: 'increment', after: undefined },
    )
  } else {
    const deletion: RowOperation = { kind: 'delete' }
    await history.record(
      client,
      () => service.delete(TABLE, key),
      () => deletion,
      deletion,
    )
  }
}

const stateOf = (columns: Columns | undefined): RowState => {
  if (columns === undefined) return undefined
  return { value: numberOf(columns['value']), count: numberOf(columns['count']) }
}

const numberOf = (value: string | number | undefined): number | undefined =>
  value === undefined ? undefined : Number(value)
