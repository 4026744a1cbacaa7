import type { Answered, ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import type { Key, RequestOf } from '@rowhouse/snippets'
import type { GateClient } from '../../gate/gate-client.js'
import { type RowsQuery, rangeRequest } from '../rows-request.js'
import { isCut } from '../value-text.js'
import { RowKeeper, bytesOfRow } from './row-keeper.js'

/** Which rows are deleted: those that were chosen, or all that are asked for. */
export type Victims =
  | { readonly kind: 'chosen'; readonly keys: readonly Key[] }
  | { readonly kind: 'all'; readonly query: RowsQuery }

/** Where requests go. */
export interface Asked {
  readonly gate: Pick<GateClient, 'ask'>
  readonly instance: string
}

export interface FailedRow {
  readonly key: Key
  readonly message: string
}

export interface DeletionProgress {
  readonly deleted: number
  /** Of the rows that were chosen one by one; all that are asked for may be millions. */
  readonly keys: readonly Key[]
  readonly failed: readonly FailedRow[]
  /** What can be put back. */
  readonly kept: readonly ShownRow[]
}

/** Rows are read with all versions before they are deleted, so many at a time. */
const STEP_ROWS = 50

/** Deletes rows in steps and tells of each. Ends early, with what is done, when it is cancelled. */
export async function deleteRows(
  { gate, instance }: Asked,
  table: TableShape,
  victims: Victims,
  { signal, tell }: { signal: AbortSignal; tell: (progress: DeletionProgress) => void },
): Promise<void> {
  const keeper = new RowKeeper()
  const keys: Key[] = []
  let deleted = 0
  const failed: FailedRow[] = []
  for await (const rows of stepsOf({ gate, instance }, table, victims)) {
    if (signal.aborted) return
    const request = {
      operation: 'BatchWriteRow',
      table: table.table,
      rows: rows.map(({ key }) => ({ kind: 'delete', key, condition: 'ignore' }) as const),
    } as const
    const { answer } = await gate.ask(instance, request)
    for (const [at, row] of rows.entries()) {
      const refusal = answer.rows[at] ?? undefined
      if (refusal === undefined) {
        deleted += 1
        if (victims.kind === 'chosen') keys.push(row.key)
        keeper.keep(row)
      } else failed.push({ key: row.key, message: `${refusal.code}: ${refusal.message}` })
    }
    tell({ deleted, keys, failed: [...failed], kept: keeper.rows })
  }
}

/** The rows with all their versions, whole. */
async function* stepsOf(
  { gate, instance }: Asked,
  { table, maxVersions }: TableShape,
  victims: Victims,
): AsyncGenerator<readonly ShownRow[], void, undefined> {
  const versions = { columns: [], maxVersions, time: undefined } as const
  if (victims.kind === 'chosen') {
    for (let at = 0; at < victims.keys.length; at += STEP_ROWS) {
      const keys = victims.keys.slice(at, at + STEP_ROWS)
      const { answer } = await gate.ask(instance, {
        operation: 'BatchGetRow',
        table,
        keys,
        ...versions,
      })
      yield answer.rows.flatMap((row) => (row !== null && 'columns' in row ? [row] : []))
    }
    return
  }
  const { query } = victims
  let next: Key | undefined = query.range.start
  while (next !== undefined) {
    const request: RequestOf<'GetRange'> = {
      ...rangeRequest(table, query, next, STEP_ROWS),
      ...versions,
    }
    const page: Answered<'GetRange'> = await gate.ask(instance, request)
    next = page.answer.next
    if (page.answer.rows.length > 0) yield page.answer.rows
  }
}

/** The most bytes of values in one request that puts rows back; the service takes 4 MB. */
const PUT_BYTES = 1_000_000

/** Writes rows as they were, where nobody has written a row of the same key since. */
export async function putBack(
  { gate, instance }: Asked,
  table: string,
  rows: readonly ShownRow[],
  tell: (done: number) => void,
): Promise<readonly FailedRow[]> {
  const failed: FailedRow[] = []
  let done = 0
  for (const part of partsOf(rows)) {
    const { answer } = await gate.ask(instance, {
      operation: 'BatchWriteRow',
      table,
      rows: part.map(putOf),
    })
    for (const [at, { key }] of part.entries()) {
      const refusal = answer.rows[at] ?? undefined
      if (refusal !== undefined)
        failed.push({ key, message: `${refusal.code}: ${refusal.message}` })
    }
    done += part.length
    tell(done)
  }
  return failed
}

const putOf = ({ key, columns }: ShownRow) =>
  ({
    kind: 'put',
    key,
    columns: columns.flatMap(({ name, value, timestamp }) =>
      isCut(value) ? [] : [{ name, value, ...(timestamp !== undefined && { timestamp }) }],
    ),
    condition: 'not_exist',
  }) as const

function* partsOf(rows: readonly ShownRow[]): Generator<readonly ShownRow[], void, undefined> {
  let part: ShownRow[] = []
  let bytes = 0
  for (const row of rows) {
    const size = bytesOfRow(row)
    if (part.length > 0 && (part.length >= STEP_ROWS || bytes + size > PUT_BYTES)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += size
  }
  if (part.length > 0) yield part
}
