import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeRow } from '../plain-buffer/encode-row.js'
import type { PlainBufferRow } from '../plain-buffer/row.js'
import { batchWriteRowRequest } from '../testing/message-arbitraries.js'
import { plainBufferRow } from '../testing/row-arbitraries.js'
import { blobVariant } from '../values/variant.js'
import type { BatchRowType } from './batch-row-types.js'
import { BatchWriteBody } from './batch-write-body.js'
import { type BatchWriteRowRequest, batchWriteRow } from './batch-write-row.js'

type Given = Omit<BatchWriteRowRequest['tables'][number]['rows'][number], 'rowChange'> & {
  readonly type: BatchRowType
  readonly row: PlainBufferRow
}

/** The lengths of such values take from one byte on the wire to three. */
const LENGTHS = [0, 90, 100, 110, 128, 16_000, 16_360, 16_384, 70_000]

const sized = fc.constantFrom(...LENGTHS).map((length): PlainBufferRow => {
  const value = blobVariant(Buffer.alloc(length, 'x'))
  const key = { name: 'k', value, operation: undefined, timestamp: undefined }
  return { primaryKey: [key], cells: [], deleteMarker: false }
})

const requests = batchWriteRowRequest.chain(({ tables: [table], transactionId, isAtomic }) => {
  const rows = (table?.rows ?? []).map((row) =>
    fc.oneof(plainBufferRow, sized).map((plain) => ({ ...row, row: plain })),
  )
  const tableName = table?.tableName ?? ''
  return fc.record({
    tableName: fc.constant(tableName),
    rows: fc.tuple(...rows),
    transactionId: fc.constant(transactionId),
    isAtomic: fc.constant(isAtomic),
  })
})

function add(body: BatchWriteBody, { row, type, condition, returnContent }: Given): void {
  const writer = body.beginRow()
  for (const { name, value } of row.primaryKey) {
    if (value !== undefined) writer.primaryKeyCell(name, value)
  }
  for (const cell of row.cells) {
    writer.cell(cell.name, cell.value, cell.timestamp, cell.operation)
  }
  if (row.deleteMarker) writer.deleteMarker()
  body.endRow(type, condition, returnContent)
}

const plainly = (tableName: string, given: readonly Given[]): BatchWriteRowRequest => {
  const rows = given.map(({ row, ...more }) => ({ ...more, rowChange: encodeRow(row) }))
  return { tables: [{ tableName, rows }], transactionId: undefined, isAtomic: false }
}

describe('BatchWriteBody', () => {
  test('writes the bytes of the plain encoder, also when it begins again', () => {
    const body = new BatchWriteBody(64)
    fc.assert(
      fc.property(requests, ({ tableName, rows, transactionId, isAtomic }) => {
        body.begin(tableName)
        for (const row of rows) add(body, row)
        const expected = { ...plainly(tableName, rows), transactionId, isAtomic }
        expect(body.finish(transactionId, isAtomic)).toEqual(batchWriteRow.encodeRequest(expected))
      }),
    )
  })

  test('moves rows to other bodies, and drops them', () => {
    fc.assert(
      fc.property(requests, fc.array(fc.boolean()), ({ tableName, rows }, kept) => {
        const [from, to] = [new BatchWriteBody(64), new BatchWriteBody(64)]
        from.begin('')
        to.begin(tableName)
        rows.forEach((row, i) => {
          add(from, row)
          if (kept[i] !== true) return
          const bytes = from.rowBytes
          const field = from.takeRow()
          expect(bytes - from.rowBytes).toBe(field.length)
          to.append(field)
          to.append(to.copyRow(to.rows - 1))
          to.beginRow().primaryKeyCell('half', 1n)
          to.dropRow()
        })
        const moved = rows.filter((_, i) => kept[i] === true).flatMap((row) => [row, row])
        expect(to.finish(undefined, false)).toEqual(
          batchWriteRow.encodeRequest(plainly(tableName, moved)),
        )
        expect(from.rows + moved.length / 2).toBe(rows.length)
      }),
    )
  })
})

test('equal outcomes that follow each other are decoded like others', () => {
  const consumed = { read: 0, write: 1 }
  const error = { code: 'OTSConditionCheckFail', message: 'Condition check failed.' }
  const done = { isOk: true, consumed, row: undefined } as const
  const failed = { isOk: false, consumed, error } as const
  const outcome = fc.constantFrom(done, failed, { ...done, row: Buffer.from('row') })
  const table = fc.record({
    tableName: fc.constantFrom('t', ''),
    rows: fc.array(outcome, { maxLength: 9 }),
  })
  fc.assert(
    fc.property(fc.array(table, { maxLength: 3 }), (tables) => {
      expect(batchWriteRow.decodeReply(batchWriteRow.encodeReply({ tables }))).toEqual({ tables })
    }),
  )
})
