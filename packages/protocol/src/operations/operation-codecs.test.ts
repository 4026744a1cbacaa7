import fc from 'fast-check'
import { describe } from 'vitest'
import { operationTester } from '../testing/agreement.js'
import * as arbitrary from '../testing/message-arbitraries.js'
import * as form from '../testing/message-forms.js'
import { loadMessageSchema } from '../testing/message-schema.js'
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
import { updateRow } from './update-row.js'
import { updateTable } from './update-table.js'

const codec = operationTester(loadMessageSchema())
const empty = fc.constant({})
const same = (message: object): object => message

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
  codec(
    createIndex,
    {
      messages: arbitrary.createIndexRequest,
      form: ({ indexMeta, includeBaseData, mainTableName }) => ({
        mainTableName,
        indexMeta: form.indexMetaForm(indexMeta),
        includeBaseData: includeBaseData || undefined,
      }),
    },
    emptyReply,
  )
  codec(dropIndex, { messages: arbitrary.dropIndexRequest, form: same }, emptyReply)
})
