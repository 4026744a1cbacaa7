import {
  COMPARATOR_OF_SIGN,
  CellOperation,
  type Filter,
  type PlainBufferCell,
  type ReadSelection,
  type RowInBatchWriteRowRequest,
  type RowExistence,
  type Variant,
  autoIncrement,
  blobVariant,
  booleanVariant,
  doubleVariant,
  encodeFilter,
  encodeRow,
  infMax,
  infMin,
  integerVariant,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import {
  type ColumnCell,
  type ColumnFilter,
  type Key,
  type KeyCell,
  type RequestOf,
  type RowCondition,
  type Selected,
  type Value,
  isMark,
} from '@rowhouse/snippets'

const MARKS = { auto: autoIncrement, min: infMin, max: infMax } as const

const EXISTENCE: Readonly<Record<RowCondition, RowExistence>> = {
  ignore: 'IGNORE',
  exist: 'EXPECT_EXIST',
  not_exist: 'EXPECT_NOT_EXIST',
}

function variantOf(value: Value): Variant {
  if (typeof value === 'string') return stringVariant(value)
  if (typeof value === 'bigint') return integerVariant(value)
  if (typeof value === 'number') return doubleVariant(value)
  if (typeof value === 'boolean') return booleanVariant(value)
  return blobVariant(value)
}

const keyVariant = (value: KeyCell['value']): Variant =>
  isMark(value) ? MARKS[value.mark]() : variantOf(value)

const cellOf = ({ name, value, timestamp }: ColumnCell): PlainBufferCell => ({
  name,
  value: variantOf(value),
  operation: undefined,
  timestamp,
})

function encode(key: Key, cells: readonly PlainBufferCell[], deleteMarker = false): Buffer {
  const primaryKey = key.map(({ name, value }) => plainCell(name, keyVariant(value)))
  return encodeRow({ primaryKey, cells, deleteMarker })
}

export const encodeKey = (key: Key): Buffer => encode(key, [])

type Change = RequestOf<'BatchWriteRow'>['rows'][number]

function encodeChange(change: Change): Buffer {
  if (change.kind === 'put') return encode(change.key, change.columns.map(cellOf))
  if (change.kind === 'delete') return encode(change.key, [], true)
  return encode(change.key, [
    ...change.put.map(cellOf),
    ...change.deleted.map((name) => ({
      ...plainCell(name, undefined),
      operation: CellOperation.DELETE_ALL_VERSION,
    })),
    ...change.increments.map(({ name, by }) => ({
      ...plainCell(name, integerVariant(by)),
      operation: CellOperation.INCREMENT,
    })),
  ])
}

const TYPES = { put: 'PUT', update: 'UPDATE', delete: 'DELETE' } as const

/** A change in the form of a batch; the reply has the key if the server generates a part of it. */
export function changeRequest(change: Change): RowInBatchWriteRowRequest {
  const isNumbered = change.key.some(({ value }) => isMark(value))
  return {
    type: TYPES[change.kind],
    rowChange: encodeChange(change),
    condition: {
      rowExistence: EXISTENCE[change.condition],
      columnCondition: change.columnCondition && encodeFilter(wireFilter(change.columnCondition)),
    },
    returnContent: isNumbered ? { returnType: 'RT_PK', returnColumnNames: [] } : undefined,
  }
}

/** The members of a request for one row, besides the row's bytes. */
export function writeRequest(table: string, change: Change) {
  const { condition, returnContent, rowChange } = changeRequest(change)
  const request = { tableName: table, condition, returnContent, transactionId: undefined }
  return { request, bytes: rowChange }
}

const COMBINATORS = { and: 'AND', or: 'OR', not: 'NOT' } as const

/** A filter of plain data as the protocol has it. */
export function wireFilter(filter: ColumnFilter): Filter {
  if (filter.kind !== 'compare') {
    const children = filter.filters.map(wireFilter)
    return { kind: 'composite', combinator: COMBINATORS[filter.kind], children }
  }
  return {
    kind: 'single',
    comparator: COMPARATOR_OF_SIGN[filter.comparison],
    columnName: filter.column,
    value: variantOf(filter.value),
    filterIfMissing: !filter.passesIfMissing,
    latestVersionOnly: true,
    transfer: undefined,
  }
}

export function selectionOf({ columns, maxVersions, time, filter }: Selected): ReadSelection {
  const isMoment = time !== undefined && 'at' in time
  const timeRange = time && {
    startTime: isMoment ? undefined : time.from,
    endTime: isMoment ? undefined : time.to,
    specificTime: isMoment ? time.at : undefined,
  }
  return {
    columnsToGet: columns,
    timeRange,
    maxVersions: maxVersions ?? (time === undefined ? 1 : undefined),
    filter: filter && encodeFilter(wireFilter(filter)),
    startColumn: undefined,
    endColumn: undefined,
  }
}
