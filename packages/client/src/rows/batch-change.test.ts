import {
  BatchWriteBody,
  type PlainBufferCell,
  batchWriteRow,
  blobVariant,
  booleanVariant,
  doubleVariant,
  encodeRow,
  integerVariant,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Value, defineTable } from '../schema/define-table.js'
import { RetryBudget } from '../calls/retry-budget.js'
import { addChange } from './batch-change.js'
import { createTableTools, layoutOf } from './table-layout.js'

const schema = defineTable({
  name: 'things',
  key: { id: 'string', part: 'integer' },
  columns: { text: 'string', count: 'integer', share: 'double', isNew: 'boolean', raw: 'binary' },
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'binary-ascii', maxLength: 200 }),
)
const columns = fc.record(
  {
    text,
    count: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    share: fc.double({ noNaN: true, noDefaultInfinity: true }),
    isNew: fc.boolean(),
    raw: fc.uint8Array({ maxLength: 300 }),
    // Not in the definition.
    more: text,
    toString: text,
  },
  { requiredKeys: [] },
)
const rows = fc
  .record({ id: text, part: fc.bigInt({ min: -100n, max: 100n }), columns, seed: fc.nat() })
  .map(({ id, part, columns: given, seed }) => {
    const entries = [...Object.entries(given), ['id', id] as const, ['part', part] as const]
    const turned = seed % entries.length
    return { id, part, put: new Map([...entries.slice(turned), ...entries.slice(0, turned)]) }
  })

const retries = {
  budget: new RetryBudget(1, 1),
  retries: 0,
  timeoutMs: 1000,
  random: Math.random,
}

const IGNORE = { rowExistence: 'IGNORE', columnCondition: undefined } as const

test('rows with their columns in any order become the bytes of the plain encoder', () => {
  const layout = layoutOf(schema, createTableTools(retries))
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 5 }), (given) => {
      const body = layout.tools.bodies.take(schema.name)
      for (const { id, part, put } of given) {
        addChange(body, layout, { put: { id, part, ...Object.fromEntries(put) } })
      }
      const expected = given.map(({ id, part, put }) => {
        const key = [cellOf('id', id), cellOf('part', part)]
        const kept = { id, part, ...Object.fromEntries(put) }
        const cells = Object.entries<Value>(kept)
          .filter(([name]) => name !== 'id' && name !== 'part')
          .map(([name, value]) => cellOf(name, value))
        const rowChange = encodeRow({ primaryKey: key, cells, deleteMarker: false })
        return { type: 'PUT', rowChange, condition: IGNORE, returnContent: undefined } as const
      })
      const tables = [{ tableName: schema.name, rows: expected }]
      const plain = { tables, transactionId: undefined, isAtomic: false }
      expect(body.finish(undefined, false)).toEqual(batchWriteRow.encodeRequest(plain))
      layout.tools.bodies.give(body)
    }),
  )
})

function cellOf(name: string, value: Value): PlainBufferCell {
  switch (typeof value) {
    case 'string':
      return plainCell(name, stringVariant(value))
    case 'bigint':
      return plainCell(name, integerVariant(value))
    case 'number':
      return plainCell(name, doubleVariant(value))
    case 'boolean':
      return plainCell(name, booleanVariant(value))
    default:
      return plainCell(name, blobVariant(value))
  }
}

test('columns that only the prototype of a row has are not put', () => {
  const layout = layoutOf(schema, createTableTools(retries))
  class Inherited {
    readonly id = 'x'
    readonly part = 1n
  }
  Object.defineProperty(Inherited.prototype, 'text', { value: 'no', enumerable: true })
  const bodies = [new Inherited(), { id: 'x', part: 1n }].map((put) => {
    const body = new BatchWriteBody(64)
    body.begin(schema.name)
    addChange(body, layout, { put })
    return body.finish(undefined, false)
  })
  expect(bodies[0]).toEqual(bodies[1])
})
