import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TablestoreError } from '../errors/tablestore-error.js'
import * as arbitrary from '../testing/message-arbitraries.js'
import * as form from '../testing/message-forms.js'
import { comparable, loadMessageSchema } from '../testing/message-schema.js'
import { addDefinedColumn } from './add-defined-column.js'
import { batchGetRow } from './batch-get-row.js'
import { batchWriteRow } from './batch-write-row.js'
import { createTable } from './create-table.js'
import { deleteDefinedColumn } from './delete-defined-column.js'
import { deleteRow } from './delete-row.js'
import { deleteTable } from './delete-table.js'
import { describeTable } from './describe-table.js'
import { getRange } from './get-range.js'
import { getRow } from './get-row.js'
import { listTable } from './list-table.js'
import { putRow } from './put-row.js'
import type { OperationCodec } from './shared.js'
import { updateRow } from './update-row.js'
import { updateTable } from './update-table.js'

const schema = loadMessageSchema()
const empty = fc.constant({})
const same = (message: object): object => message

interface Side<T extends object> {
  readonly messages: fc.Arbitrary<T>
  readonly form: (message: T) => object
}

/** Both directions against the other implementation; together they are also the round trip. */
function agrees<T extends object>(
  name: string,
  side: Side<T>,
  encode: (message: T) => Buffer,
  decode: (bytes: Buffer) => T,
): void {
  test(name, () => {
    fc.assert(
      fc.property(side.messages, (message) => {
        const expected = side.form(message)
        expect(comparable(schema.decode(name, encode(message)))).toEqual(comparable(expected))
        expect(comparable(decode(schema.encode(name, expected)))).toEqual(comparable(message))
      }),
    )
  })
}

/** A changed byte and a cut reach the readers of every field, where mere noise ends at the first. */
function survivesDamage<T extends object>(
  name: string,
  messages: fc.Arbitrary<T>,
  encode: (message: T) => Buffer,
  decode: (bytes: Buffer) => T,
): void {
  test(`${name}, damaged, throws nothing but service errors`, () => {
    fc.assert(
      fc.property(messages, fc.nat(), fc.nat(255), fc.nat(), (message, position, byte, cut) => {
        const bytes = Buffer.from(encode(message))
        if (bytes.length > 0) bytes[position % bytes.length] = byte
        for (const damaged of [bytes, bytes.subarray(0, cut % (bytes.length + 1))]) {
          try {
            decode(damaged)
          } catch (error) {
            expect(error).toBeInstanceOf(TablestoreError)
          }
        }
      }),
    )
  })
}

function codec<Request extends object, Reply extends object>(
  operation: OperationCodec<Request, Reply>,
  request: Side<Request>,
  reply: Side<Reply>,
): void {
  const { name, encodeRequest, decodeRequest, encodeReply, decodeReply } = operation
  survivesDamage(`${name}Request`, request.messages, encodeRequest, decodeRequest)
  survivesDamage(`${name}Response`, reply.messages, encodeReply, decodeReply)
  agrees(`${name}Request`, request, encodeRequest, decodeRequest)
  agrees(`${name}Response`, reply, encodeReply, decodeReply)
}

describe('row operations as the published messages', () => {
  const writeReply = { messages: arbitrary.writeReply, form: form.consumedForm }
  codec(putRow, { messages: arbitrary.putRowRequest, form: form.writeRequestForm }, writeReply)
  codec(
    updateRow,
    { messages: arbitrary.updateRowRequest, form: form.writeRequestForm },
    writeReply,
  )
  codec(
    deleteRow,
    { messages: arbitrary.deleteRowRequest, form: form.writeRequestForm },
    writeReply,
  )
  codec(
    getRow,
    { messages: arbitrary.getRowRequest, form: same },
    { messages: arbitrary.getRowReply, form: form.consumedForm },
  )
  codec(
    getRange,
    { messages: arbitrary.getRangeRequest, form: form.getRangeRequestForm },
    { messages: arbitrary.getRangeReply, form: form.getRangeReplyForm },
  )
  codec(
    batchGetRow,
    { messages: arbitrary.batchGetRowRequest, form: form.batchGetRowRequestForm },
    { messages: arbitrary.batchGetRowReply, form: form.batchReplyForm },
  )
  codec(
    batchWriteRow,
    { messages: arbitrary.batchWriteRowRequest, form: form.batchWriteRowRequestForm },
    { messages: arbitrary.batchWriteRowReply, form: form.batchReplyForm },
  )
})

describe('table operations as the published messages', () => {
  const emptyReply = { messages: empty, form: same }
  const tableName = { messages: arbitrary.tableNameRequest, form: same }
  codec(
    createTable,
    { messages: arbitrary.createTableRequest, form: form.createTableRequestForm },
    emptyReply,
  )
  codec(listTable, { messages: empty, form: same }, { messages: arbitrary.tableNames, form: same })
  codec(describeTable, tableName, {
    messages: arbitrary.describeTableReply,
    form: form.describeTableReplyForm,
  })
  codec(
    updateTable,
    { messages: arbitrary.updateTableRequest, form: form.updateTableRequestForm },
    { messages: arbitrary.updateTableReply, form: form.updateTableReplyForm },
  )
  codec(deleteTable, tableName, emptyReply)
  codec(
    addDefinedColumn,
    {
      messages: arbitrary.addDefinedColumnRequest,
      form: (request) => ({ ...request, columns: request.columns.map(form.definedColumnForm) }),
    },
    emptyReply,
  )
  codec(
    deleteDefinedColumn,
    { messages: arbitrary.deleteDefinedColumnRequest, form: same },
    emptyReply,
  )
})
