import { isObject, listOf } from './sdk-client.js'

/** The rows of a batch, each of which may fail inside a successful reply. */
export interface BatchRows {
  /** The same request with only some of its rows, by their index among all. */
  readonly only: (places: readonly number[]) => object
  /** The result of each row in a reply. */
  readonly resultsOf: (reply: unknown) => unknown[]
  /** Puts these results in place of the reply's own. */
  readonly putResults: (reply: object, results: readonly unknown[]) => void
}

/** The rows of a batch operation; undefined for other operations. */
export function batchRowsOf(operation: string, params: object): BatchRows | undefined {
  if (operation === 'batchWriteRow')
    return {
      only: (places) => someRows(params, 'rows', places),
      // The SDK returns the rows of all tables in one list.
      resultsOf: (reply) => [...tablesOf(reply)],
      putResults: (reply, results) => Object.assign(reply, { tables: results }),
    }
  if (operation === 'batchGetRow')
    return {
      only: (places) => someRows(params, 'primaryKey', places),
      resultsOf: (reply) => tablesOf(reply).flatMap(listOf),
      putResults: (reply, results) => {
        let next = 0
        const tables = tablesOf(reply).map((table) =>
          results.slice(next, (next += listOf(table).length)),
        )
        Object.assign(reply, { tables })
      },
    }
  return undefined
}

const tablesOf = (value: unknown): readonly unknown[] =>
  isObject(value) ? listOf(value['tables']) : []

function someRows(params: object, member: string, places: readonly number[]): object {
  const wanted = new Set(places)
  let place = 0
  const tables = tablesOf(params).flatMap((table) => {
    if (!isObject(table)) return []
    const rows = listOf(table[member]).filter(() => wanted.has(place++))
    return rows.length === 0 ? [] : [{ ...table, [member]: rows }]
  })
  return { ...params, tables }
}
