import {
  type BatchWriteRowRequest,
  type Condition,
  type PlainBufferCell,
  type PlainBufferRow,
  type ReturnContent,
  type Variant,
  autoIncrement,
  blobVariant,
  booleanVariant,
  doubleVariant,
  encodeFilter,
  encodeRow,
  infMin,
  integerVariant,
  limits,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { engineLimits } from '../limits.js'
import { createTableRequest, keyColumn, tableOptions } from './table-requests.js'

/** Random puts, updates and deletes, most of them as clients send them, some unusual or malformed. */

const DAY = 86_400

export const TABLES = [
  createTableRequest('plain', { meta: { primaryKey: [keyColumn('pk')] } }),
  createTableRequest('expiring', {
    meta: { primaryKey: [keyColumn('pk', 'BINARY'), keyColumn('at', 'INTEGER')] },
    tableOptions: tableOptions({ timeToLive: DAY, maxVersions: 3 }),
  }),
  createTableRequest('defined', {
    meta: {
      primaryKey: [keyColumn('pk', 'INTEGER')],
      definedColumns: [
        { name: 'a', type: 'INTEGER' },
        { name: '公司', type: 'STRING' },
      ],
    },
  }),
  createTableRequest('generated', {
    meta: { primaryKey: [keyColumn('pk'), keyColumn('id', 'INTEGER', true)] },
  }),
]

type SingleKind = 'PUT' | 'UPDATE' | 'DELETE'

export interface OneRow {
  readonly row: Buffer
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
}

export type WriteRequest =
  | { readonly kind: SingleKind; readonly tableName: string; readonly write: OneRow }
  | { readonly kind: 'BATCH'; readonly request: BatchWriteRowRequest }
  | { readonly kind: 'WAIT' }

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', 'a\0b', '\0\0', '中文', 'x'.repeat(300), 'y'.repeat(5000)),
)
const plainValue: fc.Arbitrary<Variant> = fc.oneof(
  text.map(stringVariant),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(integerVariant),
  fc.double().map(doubleVariant),
  fc.boolean().map(booleanVariant),
  fc.uint8Array({ maxLength: 300 }).map(blobVariant),
)
const oddValue: fc.Arbitrary<Variant> = fc.constantFrom(
  infMin(),
  autoIncrement(),
  Buffer.of(6),
  Buffer.of(3, 1, 0, 0, 0, 0xff),
  Buffer.of(2, 2),
  stringVariant('z'.repeat(engineLimits.ROW_INLINE_BYTES_MAX)),
)
const rarely = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: odd })

const NAMES = ['a', 'b', 'c', '公司', 'Ünïcode', 'long'.repeat(30)]
const attribute: fc.Arbitrary<PlainBufferCell> = fc.record({
  name: rarely(
    fc.constantFrom(...NAMES),
    fc.constantFrom('pk', 'at', '#no', 'n'.repeat(300), 'd', 'e', '\u{10000}', '\uffff'),
  ),
  value: rarely<Variant | undefined>(plainValue, fc.option(oddValue, { nil: undefined })),
  operation: rarely(fc.constant(undefined), fc.constantFrom(1 as const, 4 as const)),
  timestamp: rarely(
    fc.constant(undefined),
    // Three of them near the time at which the clock of tests begins.
    fc.constantFrom(-1n, 0n, 1_699_999_999_999n, 1_700_000_000_000n, 1_700_000_060_000n),
  ),
})

const distinctAttributes = fc.uniqueArray(attribute, {
  maxLength: 6,
  selector: ({ name }) => name,
})

const keyText = fc.constantFrom('', 'a', 'a\0', '\0', 'b', '中', 'long'.repeat(20))
const keyValues: Readonly<Record<string, fc.Arbitrary<Variant>>> = {
  STRING: keyText.map(stringVariant),
  BINARY: keyText.map((value) => blobVariant(Buffer.from(value))),
  INTEGER: fc.constantFrom(0n, -1n, 1n, 2n ** 63n - 1n, -(2n ** 63n)).map(integerVariant),
}
const oddKeyValue = fc.oneof(
  ...Object.values(keyValues),
  oddValue,
  fc.constant(stringVariant('k'.repeat(limits.PRIMARY_KEY_VALUE_BYTES_MAX + 1))),
)

const keyOf = (table: (typeof TABLES)[number]): fc.Arbitrary<PlainBufferCell[]> => {
  const columns = table.tableMeta.primaryKey.map(({ name, type }) =>
    fc.record({
      name: rarely(fc.constant(name), fc.constantFrom('pk', 'other', '')),
      value: rarely(keyValues[typeof type === 'string' ? type : ''] ?? oddKeyValue, oddKeyValue),
      operation: fc.constant(undefined),
      timestamp: fc.constant(undefined),
    }),
  )
  const key = fc.tuple(...columns)
  return rarely(
    key,
    key.map((cells) => [...cells, ...cells]),
  )
}

const bytesOf = (row: fc.Arbitrary<PlainBufferRow>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      row.map(encodeRow),
      rarely(fc.constant<[number, number][]>([]), fc.array(fc.tuple(fc.nat(), fc.nat(255)))),
      rarely(fc.constant(''), fc.constantFrom('00', '0000000000', '01')),
    )
    .map(([encoded, damage, rest]) => {
      const bytes = Buffer.concat([encoded, Buffer.from(rest, 'hex')])
      for (const [at, byte] of damage) bytes[at % bytes.length] = byte
      return bytes
    })

const conditions: fc.Arbitrary<Condition> = rarely<Condition>(
  fc.constant({ rowExistence: 'IGNORE', columnCondition: undefined }),
  fc.record({
    rowExistence: fc.constantFrom('IGNORE', 'EXPECT_EXIST', 'EXPECT_NOT_EXIST'),
    columnCondition: fc.constantFrom(undefined, Buffer.from('broken')),
  }),
)
const filters: fc.Arbitrary<Buffer> = fc
  .record({
    kind: fc.constant('single' as const),
    comparator: fc.constantFrom('EQUAL', 'NOT_EQUAL', 'LESS_THAN', 'EXIST' as const),
    columnName: rarely(fc.constantFrom('a', 'b', '公司'), fc.constantFrom('pk', 'none')),
    value: plainValue,
    filterIfMissing: fc.boolean(),
    latestVersionOnly: fc.boolean(),
    transfer: fc.constant(undefined),
  })
  .map(encodeFilter)
/** A third of single writes have some. */
const singleConditions: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 2, arbitrary: conditions },
  {
    weight: 1,
    arbitrary: fc.record({
      rowExistence: fc.constantFrom('IGNORE', 'EXPECT_EXIST', 'EXPECT_NOT_EXIST' as const),
      columnCondition: fc.option(filters, { nil: undefined }),
    }),
  },
)
const returnContents: fc.Arbitrary<ReturnContent | undefined> = rarely<ReturnContent | undefined>(
  fc.constantFrom(undefined, { returnType: 'RT_NONE', returnColumnNames: [] } as const),
  fc.record({
    returnType: fc.constantFrom('RT_NONE', 'RT_PK', 'RT_AFTER_MODIFY'),
    returnColumnNames: fc.constantFrom([], ['a']),
  }),
)

const writeOf = (
  table: (typeof TABLES)[number],
  kind: SingleKind,
  condition = conditions,
): fc.Arbitrary<OneRow> =>
  fc.record({
    row: bytesOf(
      fc.record({
        primaryKey: keyOf(table),
        cells: rarely(
          kind === 'DELETE' ? fc.constant<PlainBufferCell[]>([]) : distinctAttributes,
          fc.array(attribute, { maxLength: 3 }),
        ),
        deleteMarker: rarely(fc.constant(kind === 'DELETE'), fc.boolean()),
      }),
    ),
    condition,
    returnContent: returnContents,
  })

const table = fc.nat(TABLES.length - 1).map((index) => TABLES[index] ?? TABLES[0])
const oneTable = table.filter((one) => one !== undefined)
const single: fc.Arbitrary<WriteRequest> = fc
  .tuple(oneTable, fc.constantFrom<SingleKind[]>('PUT', 'PUT', 'UPDATE', 'UPDATE', 'DELETE'))
  .chain(([one, kind]) =>
    fc.record({
      kind: fc.constant(kind),
      tableName: rarely(fc.constant(one.tableMeta.tableName), fc.constantFrom('none', '1')),
      write: writeOf(one, kind, singleConditions),
    }),
  )
const rowOfBatch = (one: (typeof TABLES)[number]) =>
  rarely(fc.constantFrom('PUT' as const, 'DELETE' as const), fc.constant('UPDATE' as const)).chain(
    (type) =>
      writeOf(one, type).map(({ row, condition, returnContent }) => ({
        type,
        rowChange: row,
        condition,
        returnContent,
      })),
  )
const batch: fc.Arbitrary<WriteRequest> = fc
  .array(
    oneTable.chain((one) =>
      fc.record({
        tableName: rarely(fc.constant(one.tableMeta.tableName), fc.constantFrom('none', '1')),
        rows: fc.array(rowOfBatch(one), { minLength: 1, maxLength: 5 }),
      }),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .chain((tables) =>
    fc.record({
      kind: fc.constant('BATCH' as const),
      request: fc.record({
        tables: rarely(fc.constant(tables), fc.constant<typeof tables>([])),
        transactionId: rarely(fc.constant(undefined), fc.constant('t')),
        isAtomic: rarely(fc.constant(false), fc.constant(true)),
      }),
    }),
  )
export const writeRequests = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: single },
    { weight: 4, arbitrary: batch },
    { weight: 1, arbitrary: fc.constant<WriteRequest>({ kind: 'WAIT' }) },
  ),
  { minLength: 1, maxLength: 60, size: 'max' },
)

export const plainPut = (
  row: Buffer,
  tableName = 'plain',
  condition: Condition = { rowExistence: 'IGNORE', columnCondition: undefined },
): WriteRequest => ({ kind: 'PUT', tableName, write: { row, condition, returnContent: undefined } })

/**
 * Rows with columns unknown to their table go the general way, so these requests make most columns known.
 */
export const KNOWN_NAMES: readonly WriteRequest[] = TABLES.map(
  ({ tableMeta: { tableName, primaryKey } }) => {
    const types = { STRING: stringVariant('a'), BINARY: blobVariant(Buffer.of(1)) } as const
    const key = primaryKey.map(({ name, type }) =>
      plainCell(name, type === 'STRING' || type === 'BINARY' ? types[type] : integerVariant(1n)),
    )
    const cells = NAMES.map((name) =>
      plainCell(name, name === 'a' ? integerVariant(1n) : stringVariant(name)),
    )
    return plainPut(encodeRow({ primaryKey: key, cells, deleteMarker: false }), tableName)
  },
)
