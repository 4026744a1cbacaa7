import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TablestoreError } from '../errors/tablestore-error.js'
import { loadMessageSchema } from '../testing/message-schema.js'
import { bytesOfHex } from '../testing/worked-rows.js'
import { addDefinedColumn } from './add-defined-column.js'
import { batchGetRow } from './batch-get-row.js'
import { batchWriteRow } from './batch-write-row.js'
import { createIndex } from './create-index.js'
import { createTable } from './create-table.js'
import { deleteDefinedColumn } from './delete-defined-column.js'
import { deleteRow } from './delete-row.js'
import { deleteTable } from './delete-table.js'
import { describeTable } from './describe-table.js'
import { dropIndex } from './drop-index.js'
import { getRange } from './get-range.js'
import { getRow } from './get-row.js'
import { listTable } from './list-table.js'
import { putRow } from './put-row.js'
import { primaryKeyTypeName } from './table-meta.js'
import { updateRow } from './update-row.js'
import { updateTable } from './update-table.js'

const schema = loadMessageSchema()
const BROKEN = 'Parse PBMessage from RawString failed.'

const codecs = [
  addDefinedColumn,
  batchGetRow,
  batchWriteRow,
  createTable,
  deleteDefinedColumn,
  createIndex,
  dropIndex,
  deleteRow,
  deleteTable,
  describeTable,
  getRange,
  getRow,
  listTable,
  putRow,
  updateRow,
  updateTable,
]

/** PutRow to table `t` with an empty row and the condition given in hexadecimal. */
function putRowWith(condition: string, more = ''): Buffer {
  const bytes = bytesOfHex(condition)
  return bytesOfHex(
    `0a 01 74 12 00 1a ${Buffer.of(bytes.length).toString('hex')} ${condition} ${more}`,
  )
}

describe('unknown enum numbers', () => {
  test('are named in the errors of expectations and return types', () => {
    expect(() => putRow.decodeRequest(putRowWith('08 03'))).toThrow(
      'Invalid row-existence expectation: 3.',
    )
    expect(() => putRow.decodeRequest(putRowWith('08 00', '22 02 08 03'))).toThrow(
      'Invalid return type: 3.',
    )
  })

  test('are kept for rows of a batch', () => {
    const body = bytesOfHex('0a 0d 0a 01 74 12 08 08 09 12 00 1a 02 08 00')
    const request = batchWriteRow.decodeRequest(body)
    expect(request.tables[0]?.rows[0]?.type).toEqual({ unknown: 9 })
    expect(batchWriteRow.encodeRequest(request)).toEqual(body)
  })

  test.each([
    [0, '0'],
    [4, 'BOOLEAN'],
    [5, 'DOUBLE'],
    [-1, '-1'],
  ])('are kept for key columns: %i is called %s', (number, name) => {
    const request = {
      tableMeta: {
        tableName: 't',
        primaryKey: [{ name: 'pk', type: { unknown: number }, autoIncrement: false }],
        definedColumns: [],
      },
      reservedThroughput: { read: 0, write: 0 },
      tableOptions: undefined,
      partitions: [],
      streamSpec: undefined,
      sseSpec: undefined,
      indexMetas: [],
      enableLocalTxn: false,
    }
    const decoded = createTable.decodeRequest(createTable.encodeRequest(request))
    expect(decoded).toEqual(request)
    expect(primaryKeyTypeName({ unknown: number })).toBe(name)
  })

  test('leave the type of a key column without one at 0', () => {
    const body = bytesOfHex('0a 09 0a 01 74 12 04 0a 02 706b 12 02 0a 00')
    const [column] = createTable.decodeRequest(body).tableMeta.primaryKey
    expect(column).toEqual({ name: 'pk', type: { unknown: 0 }, autoIncrement: false })
  })

  test('are refused for defined columns and directions', () => {
    expect(() =>
      addDefinedColumn.decodeRequest(bytesOfHex('0a 01 74 12 05 0a 01 63 10 05')),
    ).toThrow('Invalid column type: 5.')
    expect(() => getRange.decodeRequest(bytesOfHex('0a 01 74 10 02 3a 00 42 00'))).toThrow(BROKEN)
  })
})

describe('requests without required fields', () => {
  test.each([
    ['GetRow without a key', getRow, '0a 01 74'],
    ['PutRow without a condition', putRow, '0a 01 74 12 00'],
    ['PutRow with an empty condition', putRow, '0a 01 74 12 00 1a 00'],
    ['GetRange without bounds', getRange, '0a 01 74 10 00'],
    ['CreateTable without throughput', createTable, '0a 03 0a 01 74'],
    ['CreateTable without a table', createTable, '12 02 0a 00'],
    ['DescribeTable without a name', describeTable, ''],
    ['UpdateTable with empty throughput', updateTable, '0a 01 74 12 00'],
  ])('%s', (_, codec, hex) => {
    expect(() => codec.decodeRequest(bytesOfHex(hex))).toThrow(BROKEN)
  })

  test('an index without mode and type is global and asynchronous', () => {
    const body = bytesOfHex('0a 03 0a 01 74 12 02 0a 00 3a 03 0a 01 69')
    expect(createTable.decodeRequest(body).indexMetas).toEqual([
      {
        name: 'i',
        primaryKey: [],
        definedColumns: [],
        updateMode: 'ASYNC',
        type: 'GLOBAL',
        syncPhase: undefined,
      },
    ])
  })
})

describe('decoders accept', () => {
  test('unknown fields, at every level', () => {
    const body = bytesOfHex('0a 01 74 12 00 1a 04 08 01 78 05 c2 3e 02 6161')
    expect(putRow.decodeRequest(body)).toMatchObject({
      tableName: 't',
      condition: { rowExistence: 'EXPECT_EXIST' },
    })
  })

  test('known fields of another wire type, at every level', () => {
    const body = bytesOfHex('08 05 0a 01 74 0d 00000000 12 00 1a 04 08 01 0a 00 20 07')
    expect(putRow.decodeRequest(body)).toMatchObject({
      tableName: 't',
      condition: { rowExistence: 'EXPECT_EXIST' },
      returnContent: undefined,
    })
    expect(() => deleteTable.decodeRequest(bytesOfHex('08 05'))).toThrow(BROKEN)
  })

  test('repeated single fields: the last one counts', () => {
    const body = bytesOfHex('0a 01 61 0a 01 62')
    expect(deleteTable.decodeRequest(body)).toEqual({ tableName: 'b' })
  })

  test('fields in any order', () => {
    const body = bytesOfHex('1a 02 08 00 12 01 75 0a 01 74')
    expect(putRow.decodeRequest(body)).toMatchObject({ tableName: 't', row: Buffer.of(0x75) })
  })
})

describe('replies', () => {
  test('carry capacity units of 0 explicitly', () => {
    const reply = getRow.encodeReply({ consumed: { read: 0, write: 0 }, row: Buffer.alloc(0) })
    expect(reply.toString('hex')).toBe('0a060a0408001000' + '1200')
  })

  test('have no next key at the end of a range, even when it is given as empty', () => {
    const reply = getRange.encodeReply({
      consumed: { read: 1, write: 0 },
      rows: Buffer.alloc(0),
      nextStartPrimaryKey: Buffer.alloc(0),
      dataBlockType: 'DBT_PLAIN_BUFFER',
    })
    expect(schema.decode('GetRangeResponse', reply)).not.toHaveProperty('nextStartPrimaryKey')
  })

  test('of a batch without consumption count as 0', () => {
    const body = bytesOfHex('0a 07 0a 01 74 12 02 08 01')
    expect(batchGetRow.decodeReply(body).tables[0]?.rows[0]).toEqual({
      isOk: true,
      consumed: { read: 0, write: 0 },
      row: Buffer.alloc(0),
    })
  })
})

test.each(codecs)('random bytes as $name throw only service errors', (codec) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      for (const decode of [codec.decodeRequest, codec.decodeReply]) {
        try {
          decode(Buffer.from(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(TablestoreError)
        }
      }
    }),
  )
})
