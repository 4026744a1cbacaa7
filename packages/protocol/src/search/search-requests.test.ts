import { describe, expect, test } from 'vitest'
import { search } from '../operations/search.js'
import { computeSplits } from '../operations/compute-splits.js'
import { parallelScan } from '../operations/parallel-scan.js'
import { updateSearchIndex } from '../operations/update-search-index.js'
import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { bytesOfHex } from '../testing/worked-rows.js'
import { loadMessageSchema } from '../testing/message-schema.js'
import { parseGeoPoint } from './geo-point.js'
import { encodeMessage } from './message.js'
import { decodeQuery, encodeQuery, type Query, sort } from './queries/query-message.js'
import { decodeAnalyzerParameter } from './schema/analyzer-parameter.js'
import { type SearchToken, decodeSearchToken, encodeSearchToken } from './search-token.js'
import { decodeSearchVariant, encodeSearchVariant } from './search-variant.js'

const schema = loadMessageSchema()
const BROKEN = 'Parse PBMessage from RawString failed.'
const exists: Query = { kind: 'exists', fieldName: 'f' }

function around(query: Query, depth: number, wrap: (inner: Query) => Query): Query {
  let outer = query
  for (let i = 0; i < depth; i++) outer = wrap(outer)
  return outer
}

const nested = (query: Query): Query => ({
  kind: 'nested',
  path: 'p',
  query,
  scoreMode: 'NONE',
  weight: 1,
  innerHits: undefined,
})

const disMax = (queries: readonly Query[]): Query => ({
  kind: 'disMax',
  queries,
  tieBreaker: 0,
  weight: 1,
})

function typed(type: number, message: string, body: object): Buffer {
  return schema.encode('Query', { type, query: schema.encode(message, body) })
}

function searchWith(query: object) {
  return search.decodeRequest(
    schema.encode('SearchRequest', { searchQuery: schema.encode('SearchQuery', query) }),
  )
}

test('known fields of another wire type are skipped like unknown ones', () => {
  expect(decodeAnalyzerParameter('split', Buffer.of(0x08, 0x01))).toEqual({
    kind: 'split',
    delimiter: undefined,
    caseSensitive: undefined,
  })
  const limited = search.decodeRequest(bytesOfHex('22 06 0a 00 10 05 12 00'))
  expect(limited.searchQuery).toMatchObject({ offset: 0, limit: 5 })
})

describe('bounds of queries', () => {
  test('nested queries inside each other', () => {
    const deepest = around(exists, limits.SEARCH_NESTED_DEPTH_MAX, nested)
    expect(decodeQuery(encodeQuery(deepest))).toEqual(deepest)
    expect(() => decodeQuery(encodeQuery(nested(deepest)))).toThrow('The depth of nested queries')
  })

  test('queries inside each other', () => {
    const wrap = (filter: Query): Query => ({ kind: 'constScore', filter })
    const deepest = around(exists, limits.SEARCH_QUERY_DEPTH_MAX - 1, wrap)
    expect(decodeQuery(encodeQuery(deepest))).toEqual(deepest)
    expect(() => decodeQuery(encodeQuery(wrap(deepest)))).toThrow('The depth of queries')
  })

  test('queries together', () => {
    const most = Array.from({ length: limits.SEARCH_QUERIES_MAX - 1 }, () => exists)
    expect(decodeQuery(encodeQuery(disMax(most)))).toEqual(disMax(most))
    expect(() => decodeQuery(encodeQuery(disMax([...most, exists])))).toThrow(
      errors.searchTooMany('queries', limits.SEARCH_QUERIES_MAX),
    )
  })

  test('terms, patterns and prefixes', () => {
    const terms = (count: number): Query => ({
      kind: 'terms',
      fieldName: 'f',
      terms: Array.from({ length: count }, (_, i) => BigInt(i)),
      weight: 1,
    })
    const wildcard = (value: string): Query => ({
      kind: 'wildcard',
      fieldName: 'f',
      value,
      weight: 1,
    })
    const prefix = (text: string): Query => ({
      kind: 'prefix',
      fieldName: 'f',
      prefix: text,
      weight: 1,
    })
    for (const query of [terms(1024), wildcard('𠮷'.repeat(32)), prefix('a'.repeat(1000))]) {
      expect(decodeQuery(encodeQuery(query))).toEqual(query)
    }
    expect(() => decodeQuery(encodeQuery(terms(1025)))).toThrow('The number of terms')
    expect(() => decodeQuery(encodeQuery(wildcard('a'.repeat(33))))).toThrow(
      'length of field value is longer than 32 for the [WILDCARD_QUERY] query',
    )
    expect(() => decodeQuery(encodeQuery(prefix('é'.repeat(501))))).toThrow('[PREFIX_QUERY]')
  })

  test('pages', () => {
    expect(() => searchWith({ offset: 99_991 })).toThrow(
      'Parameter limit + offset must be less than 100000, current offset is 99991, limit is 10',
    )
    expect(searchWith({ offset: 99_900, limit: 100 }).searchQuery.offset).toBe(99_900)
    expect(() => searchWith({ limit: -1 })).toThrow('search_query.limit')
  })

  test('an offset beside a token', () => {
    const token = Buffer.of(1)
    expect(() => searchWith({ token, offset: 1 })).toThrow('[search_query.offset] is invalid: 1')
    expect(searchWith({ token, offset: 0 }).searchQuery.token).toEqual(token)
  })

  test('percentiles', () => {
    const percentiles = (percents: readonly number[]) => {
      const body = schema.encode('PercentilesAggregation', {
        fieldName: 'f',
        percentiles: percents,
      })
      return searchWith({ aggs: { aggs: [{ name: 'p', type: 8, body }] } })
    }
    for (const wrong of [0, -1, 100.1, Number.NaN]) {
      expect(() => percentiles([50, wrong])).toThrow('[percentiles_agg.percentiles] is invalid: ')
    }
    expect(percentiles([0.1, 100]).searchQuery.aggregations).toHaveLength(1)
  })

  test('group-bys inside each other, and composites of composites', () => {
    const field = (subGroupBys?: object): object => ({
      groupBys: [
        {
          name: 'g',
          type: 1,
          body: schema.encode('GroupByField', { fieldName: 'f', subGroupBys }),
        },
      ],
    })
    const composite = (sources: object): object => ({
      groupBys: [{ name: 'c', type: 8, body: schema.encode('GroupByComposite', { sources }) }],
    })
    const three = field(field(field()))
    expect(searchWith({ groupBys: three }).searchQuery.groupBys).toHaveLength(1)
    expect(() => searchWith({ groupBys: field(three) })).toThrow('The depth of group_bys')
    expect(() => searchWith({ groupBys: composite(composite(field())) })).toThrow(
      'The depth of group_by_composite.sources',
    )
  })

  test.each([
    [91, 0],
    [0, -180.5],
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
  ])('a circle around %d,%d, which is not on the earth', (lat, lon) => {
    const ranges = [{ from: 0, to: 1 }]
    const rings = { fieldName: 'f', origin: { lat, lon }, ranges }
    const body = schema.encode('GroupByGeoDistance', rings)
    expect(() => searchWith({ groupBys: { groupBys: [{ name: 'g', type: 4, body }] } })).toThrow(
      '[group_by_geo_distance.origin] is invalid: ',
    )
  })
})

describe('absent fields', () => {
  test('take the defaults of the schema', () => {
    expect(decodeQuery(typed(1, 'MatchQuery', { fieldName: 'f', text: 't' }))).toEqual({
      kind: 'match',
      fieldName: 'f',
      text: 't',
      minimumShouldMatch: undefined,
      operator: 'OR',
      weight: 1,
    })
    expect(decodeQuery(typed(4, 'RangeQuery', { fieldName: 'f' }))).toMatchObject({
      includeLower: false,
      includeUpper: false,
    })
  })

  test('total counts are off by default, and the newer field wins', () => {
    expect(searchWith({}).searchQuery.trackTotalCount).toBe(-1)
    expect(searchWith({ getTotalCount: true }).searchQuery.trackTotalCount).toBe(2_147_483_647)
    const both = { getTotalCount: true, trackTotalCount: 7 }
    expect(searchWith(both).searchQuery.trackTotalCount).toBe(7)
  })

  test('an empty token is no token, and an absent query matches all rows', () => {
    const { searchQuery } = searchWith({ token: Buffer.alloc(0) })
    expect(searchQuery).toMatchObject({ token: undefined, query: { kind: 'matchAll' } })
  })

  test.each([
    ['a field', typed(3, 'TermQuery', {}), '[term_query.field_name] must not be null'],
    ['a type', schema.encode('Query', {}), '[query.type] must not be null'],
    ['a known type', Buffer.of(0x08, 99), '[query.type] is invalid: 99'],
    ['clauses', typed(6, 'BoolQuery', {}), '[bool_query] sub query must not be null'],
  ])('%s is required', (_, bytes, message) => {
    expect(() => decodeQuery(bytes)).toThrow(message)
  })

  test('splits options and weights are required', () => {
    expect(() => computeSplits.decodeRequest(Buffer.alloc(0))).toThrow(
      '[search index splits options] must not be null',
    )
    const weights = schema.encode('UpdateSearchIndexRequest', {
      queryFlowWeight: [{ indexName: 'i' }],
    })
    expect(() => updateSearchIndex.decodeRequest(weights)).toThrow(
      '[query_flow_weight.weight] must not be null',
    )
    expect(() => parallelScan.decodeRequest(Buffer.alloc(0))).toThrow('[scan_query]')
  })
})

describe('both forms of one member', () => {
  test('missing fields: the older one first', () => {
    const fieldSort = { fieldName: 'f', missingField: 'a', missingFields: ['b', 'c'] }
    const query = { sort: { sorter: [{ fieldSort }] } }
    expect(searchWith(query).searchQuery.sort?.sorters[0]).toMatchObject({
      missingFields: ['a', 'b', 'c'],
    })
  })

  test('minimum should match: the newer one counts', () => {
    const body = {
      fieldName: 'f',
      text: 't',
      minimumShouldMatch: 1,
      newMinimumShouldMatch: '75%',
    }
    expect(decodeQuery(typed(1, 'MatchQuery', body))).toMatchObject({ minimumShouldMatch: '75%' })
  })
})

describe('values', () => {
  test.each([
    [1n, '000100000000000000'],
    [-1n, '00ffffffffffffffff'],
    [1.5, '01000000000000f83f'],
    [true, '0201'],
    ['中', '0303000000e4b8ad'],
  ])('%s', (value, hex) => {
    expect(encodeSearchVariant(value).toString('hex')).toBe(hex)
    expect(decodeSearchVariant(Buffer.from(hex, 'hex'))).toBe(value)
  })

  test.each(['', '00', '0001', '04', '02', '0305000000', '0301000000ff', '02010000'])(
    'the bytes %s are refused',
    (hex) => expect(() => decodeSearchVariant(Buffer.from(hex, 'hex'))).toThrow(BROKEN),
  )

  test('points', () => {
    expect(parseGeoPoint('30.3, 117.0')).toEqual({ lat: 30.3, lon: 117 })
    for (const text of ['18,181', '91,0', '1', '1,2,3', 'a,b', ',', '1,NaN', '0x1,2']) {
      expect(parseGeoPoint(text)).toBeUndefined()
    }
  })
})

describe('tokens', () => {
  const token: SearchToken = {
    sort: {
      sorters: [
        { kind: 'score', order: 'DESC' },
        {
          kind: 'field',
          order: 'ASC',
          fieldName: 'f',
          mode: undefined,
          nestedFilter: undefined,
          missingValue: undefined,
          missingFields: [],
        },
        { kind: 'primaryKey', order: 'ASC' },
      ],
      disableDefaultPrimaryKeySorter: false,
    },
    after: [1.5, null, Buffer.from('key')],
    statistics: new Map([
      [1, 2 ** 40],
      [2 ** 48 - 1, 0],
    ]),
  }

  test('carry the sort, where the page ended, and statistics', () => {
    expect(decodeSearchToken(encodeSearchToken(token))).toEqual(token)
    expect(() => decodeSearchToken(encodeSearchToken({ ...token, after: [1n] }))).toThrow('token')
  })

  test('carry no more statistics than their bound', () => {
    const statistics = (size: number) =>
      new Map(Array.from({ length: size }, (_, number) => [number, number]))
    const most = limits.SEARCH_TOKEN_STATISTICS_MAX
    const sized = (size: number) => encodeSearchToken({ ...token, statistics: statistics(size) })
    expect(decodeSearchToken(sized(most)).statistics).toEqual(statistics(most))
    expect(() => decodeSearchToken(sized(most + 1))).toThrow('token')
  })

  test('of a version without statistics are still read', () => {
    const old = encodeSearchToken({ ...token, statistics: new Map() }).subarray(0, -2)
    expect(decodeSearchToken(old)).toMatchObject({ after: token.after, statistics: new Map() })
  })

  test('that no server made are refused', () => {
    const bare = encodeMessage(sort, { sorters: [], disableDefaultPrimaryKeySorter: false })
    for (const bytes of [Buffer.from('x'), Buffer.alloc(0), bare]) {
      expect(() => decodeSearchToken(bytes)).toThrow()
    }
  })
})

test('there are no search hits or one for each row', () => {
  const hit = { score: 1, highlight: undefined, innerHits: [], nestedDocOffset: undefined }
  const reply = {
    totalHits: -1,
    rows: [],
    isAllSucceeded: true,
    searchHits: [hit],
    nextToken: undefined,
    aggregations: [],
    groupBys: [],
    consumed: undefined,
    reservedConsumed: undefined,
  }
  expect(() => search.encodeReply(reply)).toThrow('1 hits for 0 rows')
})
