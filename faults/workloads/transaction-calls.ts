import {
  type AbortTransactionRequest,
  type CommitTransactionRequest,
  type CreateTableRequest,
  type DeleteRowRequest,
  type PutRowRequest,
  type StartLocalTransactionRequest,
  TablestoreError,
  encodeRow,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import { createTableRequest, keyColumn, tableOptions } from '@rowhouse/engine/testing'
import { cellsOf, cellsOfKey, rowBytes, unconditional } from './row-bytes.js'
import type { TableExtras, Transactions } from './service.js'

/** The service's own operations. They throw a TablestoreError when they are refused. */
export interface TransactionCalls {
  start(request: StartLocalTransactionRequest): Promise<{ readonly transactionId: string }>
  put(request: PutRowRequest): Promise<unknown>
  delete(request: DeleteRowRequest): Promise<unknown>
  commit(request: CommitTransactionRequest): Promise<unknown>
  abort(request: AbortTransactionRequest): Promise<unknown>
}

export const tableRequest = (name: string, extras: TableExtras = {}): CreateTableRequest => {
  const { generated = false, localTransactions = false, indexed = [], indexes = [] } = extras
  const { allowUpdate } = extras
  const [first, ...others] = indexed.map(([column]) => column)
  return createTableRequest(name, {
    meta: {
      primaryKey: [keyColumn('partition'), keyColumn('row', 'INTEGER', generated)],
      definedColumns: indexed.map(([column, type]) => ({ name: column, type })),
    },
    tableOptions: tableOptions({ timeToLive: -1, maxVersions: 1, allowUpdate }),
    enableLocalTxn: localTransactions,
    indexMetas: indexes.map((type, index) => ({
      ...indexColumns(name, type, indexes.slice(0, index), first ?? '', others),
      updateMode: type === 'LOCAL' ? 'SYNC' : 'ASYNC',
      type,
      syncPhase: undefined,
    })),
  })
}

/** Indexes of one type differ, so that none can be right by having the rows of another. */
const indexColumns = (
  table: string,
  type: 'GLOBAL' | 'LOCAL',
  earlier: readonly ('GLOBAL' | 'LOCAL')[],
  key: string,
  others: readonly string[],
) => {
  const number = earlier.filter((other) => other === type).length
  return {
    name: `${table}_${type.toLowerCase()}_${number}`,
    primaryKey: type === 'LOCAL' ? ['partition', key] : [key],
    definedColumns: others.slice(number),
  }
}

export const transactionsOf = (calls: TransactionCalls): Transactions => ({
  begin: async (tableName, partition) => {
    const primaryKey = [plainCell('partition', stringVariant(partition))]
    const key = encodeRow({ primaryKey, cells: [], deleteMarker: false })
    return (await calls.start({ tableName, key })).transactionId
  },
  writeIn: (transactionId, { table, key, columns }) =>
    unlessOver(() => {
      const common = { tableName: table, condition: unconditional, returnContent: undefined }
      if (columns !== undefined) {
        const row = rowBytes(cellsOfKey(key), cellsOf(columns))
        return calls.put({ ...common, transactionId, row })
      }
      const primaryKey = rowBytes(cellsOfKey(key), [], true)
      return calls.delete({ ...common, transactionId, primaryKey })
    }),
  end: (transactionId, how) => unlessOver(() => calls[how]({ transactionId })),
})

const unlessOver = async (call: () => Promise<unknown>): Promise<boolean> => {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof TablestoreError && error.code === 'OTSSessionNotExist') return false
    throw error
  }
}
