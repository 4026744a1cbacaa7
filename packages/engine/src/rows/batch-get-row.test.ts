import { encodeRow, plainCell, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { createTable } from '../tables/create-table.js'
import { alteredStore, createTableRequest, openMemoryEngine } from '../testing/index.js'
import { batchGetRow } from './batch-get-row.js'
import { putRow } from './put-row.js'
import { wholeRows } from '../testing/whole-rows.js'

const rowOf = (id: string): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', stringVariant(id))], cells: [], deleteMarker: false })

test('rows of several tables are read together, and answered by table', async () => {
  const { engine, store } = await openMemoryEngine()
  const names = ['t1', 't2', 't3']
  for (const name of names) {
    await createTable(engine, 'demo', createTableRequest(name))
    await putRow(engine, 'demo', {
      tableName: name,
      row: rowOf(name),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }
  const wanted = names.length * 2
  let letThrough: () => void = () => undefined
  const areAllAsked = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  let asked = 0
  // No read ends before all have begun.
  const slow = alteredStore(store, {
    read: async (read) => {
      asked += 1
      if (asked === wanted) letThrough()
      await areAllAsked
      return store.read(read)
    },
  })
  const tables = names.map((tableName) => {
    const primaryKeys = [rowOf(tableName), rowOf('missing')]
    return { ...wholeRows, tokens: [], tableName, primaryKeys }
  })
  const reply = await batchGetRow({ ...engine, store: slow }, 'demo', { tables })
  expect(reply.tables.map(({ tableName }) => tableName)).toEqual(names)
  const found = reply.tables.map(({ rows }) => rows.map((row) => row.isOk && row.row.length > 0))
  expect(found).toEqual(names.map(() => [true, false]))
})
