import {
  type IndexSchema,
  type Query,
  type SearchQuery,
  TrackTotalCount,
  plainField,
} from '@rowhouse/protocol'
import type {
  ColumnFilter,
  Comparison,
  Key,
  Procedure,
  Request,
  Selected,
  Value,
} from '../request.js'
import { INNER_HITS, RARER_STEPS } from './rarer-scenario.js'
import { AGGREGATIONS, GROUP_BYS } from './statistics-scenario.js'

/** What a program does, and texts that it must print. */
export interface Step {
  readonly request: Request | Procedure
  readonly prints?: readonly string[]
}

const TABLE = { table: 'code_orders' } as const
export const INDEX = { ...TABLE, index: 'code_orders_index' } as const
const EVERYTHING: Selected = { columns: [], maxVersions: undefined, time: undefined }
const COMMON = { condition: 'ignore' } as const

const key = (buyer: string, number: bigint): Key => [
  { name: 'buyer', value: buyer },
  { name: 'number', value: number },
]

const bounds = {
  start: [
    { name: 'buyer', value: { mark: 'min' } },
    { name: 'number', value: { mark: 'min' } },
  ],
  end: [
    { name: 'buyer', value: { mark: 'max' } },
    { name: 'number', value: { mark: 'max' } },
  ],
} as const

export const SCHEMA: IndexSchema = {
  fieldSchemas: [
    plainField('buyer', 'KEYWORD', { index: true, sortAndAgg: true }),
    plainField('number', 'LONG', { index: true, sortAndAgg: true }),
    plainField('note', 'TEXT', { index: true, analyzer: 'single_word' }),
    plainField('price', 'DOUBLE', { index: true, sortAndAgg: true }),
    plainField('place', 'GEO_POINT', { index: true, sortAndAgg: true }),
    plainField('paid_on', 'DATE', { index: true, sortAndAgg: true, dateFormats: ['yyyy-MM-dd'] }),
    plainField('lines', 'NESTED', {
      fieldSchemas: [plainField('price', 'DOUBLE', { index: true, sortAndAgg: true })],
    }),
  ],
  indexSetting: undefined,
  indexSort: undefined,
}

export const searchFor = (query: Query): SearchQuery => ({
  offset: 0,
  limit: 10,
  query,
  collapse: undefined,
  sort: {
    sorters: [
      {
        kind: 'field',
        fieldName: 'number',
        order: 'DESC',
        mode: undefined,
        nestedFilter: undefined,
        missingValue: undefined,
        missingFields: [],
      },
    ],
    disableDefaultPrimaryKeySorter: false,
  },
  trackTotalCount: TrackTotalCount.ALL,
  token: undefined,
  aggregations: [],
  groupBys: [],
  highlight: undefined,
  filter: undefined,
})

const range = (from: number | bigint, to: number | bigint, fieldName: string): Query => ({
  kind: 'range',
  fieldName,
  from,
  to,
  includeLower: true,
  includeUpper: false,
})

/** Every query that snippets support. */
export const SHOWN: readonly Query[] = [
  { kind: 'matchAll' },
  { kind: 'term', fieldName: 'buyer', term: 'Ada "the $first"', weight: 1 },
  { kind: 'terms', fieldName: 'number', terms: [1n, 2n], weight: 1 },
  {
    kind: 'match',
    fieldName: 'note',
    text: 'blue lamp',
    minimumShouldMatch: 1,
    operator: 'OR',
    weight: 1,
  },
  { kind: 'matchPhrase', fieldName: 'note', text: 'blue lamp', weight: 1, slop: 0 },
  { kind: 'prefix', fieldName: 'buyer', prefix: 'Ad', weight: 1 },
  { kind: 'wildcard', fieldName: 'buyer', value: 'A*', weight: 1 },
  range(1, 1000, 'price'),
  { kind: 'exists', fieldName: 'price' },
  {
    kind: 'geoDistance',
    fieldName: 'place',
    centerPoint: { lat: 1.5, lon: 2 },
    distance: 1000,
  },
  {
    kind: 'geoBoundingBox',
    fieldName: 'place',
    topLeft: { lat: 10, lon: 0 },
    bottomRight: { lat: 0, lon: 10 },
  },
  {
    kind: 'geoPolygon',
    fieldName: 'place',
    points: [
      { lat: 0, lon: 0 },
      { lat: 0, lon: 10 },
      { lat: 10, lon: 0 },
    ],
  },
]

/** All of them in one request; its hits do not matter, because the index may not be up to date. */
const SEARCH: Query = {
  kind: 'bool',
  must: [range(1n, 100n, 'number')],
  mustNot: [{ kind: 'term', fieldName: 'buyer', term: 'nobody', weight: 1 }],
  filter: [{ kind: 'matchAll' }],
  should: SHOWN,
  minimumShouldMatch: 1,
  weight: 1,
}

const compared = (
  column: string,
  comparison: Comparison,
  value: Value,
  passesIfMissing = false,
): ColumnFilter => ({ kind: 'compare', column, comparison, value, passesIfMissing })

const TEXT = 'quotes \' " \\ $x ${y} `z` \n%d 张三'

/** A sequence of requests on a table, which the programs of a language run one after the other. */
export const SCENARIO: readonly Step[] = [
  {
    request: {
      operation: 'CreateTable',
      ...TABLE,
      key: [
        { name: 'buyer', type: 'STRING', isAuto: false },
        { name: 'number', type: 'INTEGER', isAuto: false },
      ],
      columns: [
        { name: 'price', type: 'DOUBLE' },
        { name: 'note', type: 'STRING' },
      ],
      timeToLive: -1,
      maxVersions: 1,
      readUnits: 0,
      writeUnits: 0,
    },
  },
  { request: { operation: 'ListTable' }, prints: ['code_orders'] },
  { request: { operation: 'DescribeTable', ...TABLE }, prints: ['buyer'] },
  {
    request: {
      operation: 'UpdateTable',
      ...TABLE,
      timeToLive: -1,
      maxVersions: 1,
      units: undefined,
    },
  },
  {
    request: {
      operation: 'PutRow',
      ...TABLE,
      ...COMMON,
      key: key('Ada "the $first"', 1n),
      columns: [
        { name: 'note', value: TEXT },
        { name: 'price', value: 9 },
        { name: 'paid', value: true },
        { name: 'bytes', value: new Uint8Array([0, 255, 7]) },
        { name: 'big', value: 9_223_372_036_854_775_807n },
        { name: 'place', value: '1.5,2' },
      ],
    },
  },
  {
    request: {
      operation: 'UpdateRow',
      ...TABLE,
      key: key('Ada "the $first"', 1n),
      condition: 'exist',
      columnCondition: {
        kind: 'and',
        filters: [
          compared('paid', '=', true),
          { kind: 'not', filters: [compared('big', '!=', 9_223_372_036_854_775_807n)] },
          compared('colour', '=', 'blue lamp', true),
        ],
      },
      put: [{ name: 'colour', value: 'blue lamp' }],
      deleted: ['paid'],
      increments: [{ name: 'visits', by: 41n }],
    },
  },
  {
    request: { operation: 'GetRow', ...TABLE, ...EVERYTHING, key: key('Ada "the $first"', 1n) },
    prints: ['colour', 'blue lamp', '张三'],
  },
  {
    request: {
      operation: 'BatchWriteRow',
      ...TABLE,
      rows: [
        {
          kind: 'put',
          ...COMMON,
          key: key('Bob', 2n),
          columns: [
            { name: 'price', value: 1.5 },
            { name: 'paid_on', value: '2026-02-03' },
          ],
        },
        { kind: 'put', ...COMMON, key: key('Bob', 3n), columns: [] },
        {
          kind: 'update',
          ...COMMON,
          key: key('Eve', 4n),
          put: [{ name: 'note', value: 'blue lamp' }],
          deleted: [],
          increments: [],
        },
        { kind: 'delete', ...COMMON, key: key('Bob', 9n) },
      ],
    },
  },
  { request: { operation: 'DeleteRow', ...TABLE, key: key('Bob', 3n), condition: 'ignore' } },
  {
    request: {
      operation: 'BatchGetRow',
      ...TABLE,
      ...EVERYTHING,
      keys: [key('Bob', 2n), key('Eve', 4n)],
    },
    prints: ['1.5', 'Eve'],
  },
  {
    request: {
      operation: 'GetRange',
      ...TABLE,
      ...EVERYTHING,
      ...bounds,
      isBackward: false,
      limit: undefined,
    },
    prints: ['Ada', 'Bob', 'Eve'],
  },
  {
    request: {
      operation: 'GetRange',
      ...TABLE,
      columns: ['price'],
      maxVersions: 1,
      time: { from: 0n, to: 9_000_000_000_000n },
      filter: {
        kind: 'or',
        filters: [compared('price', '<', 1.75), compared('buyer', '=', 'nobody')],
      },
      start: bounds.end,
      end: bounds.start,
      isBackward: true,
      limit: 1,
    },
    prints: ['1.5'],
  },
  {
    request: {
      operation: 'CreateIndex',
      ...TABLE,
      index: 'code_orders_by_note',
      type: 'GLOBAL',
      key: ['note'],
      columns: ['price'],
      hasBaseData: true,
    },
  },
  { request: { operation: 'DropIndex', ...TABLE, index: 'code_orders_by_note' } },
  {
    request: { operation: 'CreateSearchIndex', ...INDEX, schema: SCHEMA, timeToLive: undefined },
  },
  {
    request: { operation: 'ListSearchIndex', table: 'code_orders' },
    prints: ['code_orders_index'],
  },
  { request: { operation: 'DescribeSearchIndex', ...INDEX } },
  {
    request: { operation: 'Search', ...INDEX, columns: 'all', query: searchFor(SEARCH) },
    prints: ['Ada'],
  },
  {
    request: {
      operation: 'Search',
      ...INDEX,
      columns: ['price'],
      query: searchFor({ kind: 'term', fieldName: 'buyer', term: 'Bob', weight: 1 }),
    },
    prints: ['1.5'],
  },
  {
    request: {
      operation: 'Search',
      ...INDEX,
      columns: 'none',
      query: { ...searchFor({ kind: 'matchAll' }), limit: 0, aggregations: AGGREGATIONS },
    },
    prints: ['10.75', '5.25'],
  },
  ...GROUP_BYS.map(
    (groupBys): Step => ({
      request: {
        operation: 'Search',
        ...INDEX,
        columns: 'none',
        query: { ...searchFor({ kind: 'matchAll' }), limit: 0, groupBys },
      },
      prints: groupBys.some(({ name }) => name === 'by_buyer')
        ? ['Ada', 'Eve', '77.25', 'by_price']
        : [],
    }),
  ),
  {
    request: {
      operation: 'ParallelScan',
      ...INDEX,
      columns: ['price'],
      query: { kind: 'exists', fieldName: 'price' },
      limit: 1,
    },
    prints: ['Ada', 'Bob', '1.5'],
  },
  {
    request: {
      operation: 'ParallelScan',
      ...INDEX,
      columns: 'indexed',
      query: { kind: 'term', fieldName: 'buyer', term: 'Bob', weight: 1 },
      limit: 100,
    },
    prints: ['2026-02-03'],
  },
  { request: { ...INNER_HITS, ...INDEX } },
  ...RARER_STEPS,
  {
    request: {
      operation: 'DeleteRange',
      ...TABLE,
      ...EVERYTHING,
      ...bounds,
      isBackward: false,
      filter: compared('price', '<', 1.75),
    },
  },
  { request: { operation: 'DeleteSearchIndex', ...INDEX } },
  { request: { operation: 'DeleteTable', ...TABLE } },
]
