import { type PlainBufferCell, encodeRow, plainCell, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import { MemoryBudget } from '../memory/memory-budget.js'
import { createTable } from '../tables/create-table.js'
import { createTableRequest, openMemoryEngine } from '../testing/index.js'
import { startLocalTransaction } from '../transactions/start-local-transaction.js'
import { putRow } from './put-row.js'
import { updateRow } from './update-row.js'

const owner = {
  tenant: 'demo',
  isGone: false,
  pause: () => {},
  resume: () => {},
  cut: () => {},
}

const rowOf = (cells: PlainBufferCell[] = []): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', stringVariant('a'))], cells, deleteMarker: false })

const change = (transactionId: string | undefined) => ({
  tableName: 't',
  condition: { rowExistence: 'IGNORE', columnCondition: undefined } as const,
  returnContent: undefined,
  transactionId,
})

test('a write inside a transaction takes memory of its own request', async () => {
  const { engine } = await openMemoryEngine()
  await createTable(engine, 'demo', createTableRequest('t', { enableLocalTxn: true }))
  const long = stringVariant('x'.repeat(engineLimits.ROW_INLINE_BYTES_MAX))
  const inChunks = rowOf(['a', 'b', 'c'].map((name) => plainCell(name, long)))
  await putRow(engine, 'demo', { ...change(undefined), row: inChunks })

  const budget = new MemoryBudget(Number.MAX_SAFE_INTEGER)
  const first = budget.open(owner, 0)
  const beginner = { ...engine, memory: first }
  const begun = await startLocalTransaction(beginner, 'demo', { tableName: 't', key: rowOf() })
  first.close()

  const second = budget.open(owner, 0)
  const rowChange = rowOf([plainCell('b', stringVariant('new'))])
  const inside = change(begun.transactionId)
  await updateRow({ ...engine, memory: second }, 'demo', { ...inside, rowChange })
  expect(second.bytes).toBeGreaterThan(0)
  second.close()
  expect(budget.figures().bytes).toBe(0)
  await engine.close()
})
