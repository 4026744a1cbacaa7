import fc from 'fast-check'
import { describe } from 'vitest'
import { operationTester } from '../testing/agreement.js'
import { text } from '../testing/message-arbitraries.js'
import { loadMessageSchema } from '../testing/message-schema.js'
import { abortTransaction } from './abort-transaction.js'
import { bulkExport } from './bulk-export.js'
import { bulkImport } from './bulk-import.js'
import { commitTransaction } from './commit-transaction.js'
import { computeSplitPointsBySize } from './compute-split-points-by-size.js'
import type { DataSize } from './data-size.js'
import { startLocalTransaction } from './start-local-transaction.js'

const codec = operationTester(loadMessageSchema())
const same = (message: object): object => message
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))
const optionalBytes = fc.option(bytes, { nil: undefined })
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const size = fc.maxSafeNat()
const consumed: fc.Arbitrary<DataSize> = fc.record({ readBytes: size, writeBytes: size })

const operationType = { PUT: 1, UPDATE: 2, DELETE: 3 }
const blockType = { DBT_PLAIN_BUFFER: 0, DBT_SIMPLE_ROW_MATRIX: 1 }
const keyType = { INTEGER: 1, STRING: 2, BINARY: 3 }

const consumedForm = <T extends { readonly consumed: DataSize }>(message: T): object => ({
  ...message,
  consumed: {
    capacityUnit: { read: 0, write: 0 },
    capacityDataSize: {
      readSize: String(message.consumed.readBytes),
      writeSize: String(message.consumed.writeBytes),
    },
  },
})

describe('bulk import as the published messages', () => {
  codec(
    bulkImport,
    {
      messages: fc.record({
        tableName: text,
        rows: fc.array(
          fc.record({
            type: fc.constantFrom('PUT' as const, 'UPDATE' as const, 'DELETE' as const),
            rowChange: bytes,
          }),
          { maxLength: 4 },
        ),
      }),
      form: (request) => ({
        ...request,
        rows: request.rows.map(({ type, rowChange }) => ({
          rowChange,
          type: typeof type === 'string' ? operationType[type] : type.unknown,
        })),
      }),
    },
    {
      messages: fc.record({
        tableName: text,
        rows: fc.array(
          fc.oneof(
            fc.record({ isOk: fc.constant(true as const), consumed }),
            fc.record({
              isOk: fc.constant(false as const),
              consumed,
              error: fc.record({ code: text, message: text }),
            }),
          ),
          { maxLength: 4 },
        ),
      }),
      form: (reply) => ({ ...reply, rows: reply.rows.map(consumedForm) }),
    },
  )
})

describe('bulk export as the published messages', () => {
  const dataBlock = fc.constantFrom('DBT_PLAIN_BUFFER' as const, 'DBT_SIMPLE_ROW_MATRIX' as const)
  codec(
    bulkExport,
    {
      messages: fc.record({
        tableName: text,
        columnsToGet: fc.array(text, { maxLength: 4 }),
        inclusiveStartPrimaryKey: bytes,
        exclusiveEndPrimaryKey: bytes,
        filter: optionalBytes,
        dataBlockTypeHint: dataBlock,
      }),
      form: (request) => ({
        ...request,
        dataBlockTypeHint: blockType[request.dataBlockTypeHint],
      }),
    },
    {
      messages: fc.record({
        consumed,
        rows: bytes,
        nextStartPrimaryKey: fc.option(
          bytes.filter(({ length }) => length > 0),
          { nil: undefined },
        ),
        dataBlockType: dataBlock,
      }),
      form: (reply) => ({ ...consumedForm(reply), dataBlockType: blockType[reply.dataBlockType] }),
    },
  )
})

describe('splits as the published messages', () => {
  const column = fc.record({
    name: text,
    type: fc.constantFrom('INTEGER' as const, 'STRING' as const, 'BINARY' as const),
    autoIncrement: fc.boolean(),
  })
  codec(
    computeSplitPointsBySize,
    {
      messages: fc.record({
        tableName: text,
        splitSize: int64,
        splitSizeUnitInByte: fc.option(int64, { nil: undefined }),
        splitPointLimit: fc.option(fc.integer(), { nil: undefined }),
      }),
      form: same,
    },
    {
      messages: fc.record({
        consumed: fc.record({ read: fc.nat(), write: fc.nat() }),
        schema: fc.array(column, { maxLength: 4 }),
        splitPoints: fc.array(bytes, { maxLength: 4 }),
        locations: fc.array(fc.record({ location: text, repeat: fc.nat() }), { maxLength: 3 }),
      }),
      form: (reply) => ({
        ...reply,
        consumed: { capacityUnit: reply.consumed },
        schema: reply.schema.map(({ name, type, autoIncrement }) => ({
          name,
          type: typeof type === 'string' ? keyType[type] : type.unknown,
          option: autoIncrement ? 1 : undefined,
        })),
      }),
    },
  )
})

describe('local transactions as the published messages', () => {
  const id = { messages: fc.record({ transactionId: text }), form: same }
  const started = { messages: fc.record({ tableName: text, key: bytes }), form: same }
  codec(startLocalTransaction, started, id)
  codec(commitTransaction, id, { messages: fc.constant({}), form: same })
  codec(abortTransaction, id, id)
})
