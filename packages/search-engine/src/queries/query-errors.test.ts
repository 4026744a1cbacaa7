import { TablestoreError, type Query, plainField } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { compileIndexLayout } from '../schema/compile-index-layout.js'
import { compileQuery, rowScope } from './compile.js'
import { indexSchema, sampleAnalyzers, sampleSchema } from './testing/sample-index.js'

const layout = compileIndexLayout(
  indexSchema(...sampleSchema.fieldSchemas, plainField('hidden', 'LONG', { index: false })),
  [],
)
const scope = rowScope(layout, sampleAnalyzers)

const FAILED = 'failed to query index, please check the request parameter: '
const term = (fieldName: string, value: bigint | number | string | boolean): Query => ({
  kind: 'term',
  fieldName,
  term: value,
  weight: 1,
})
const nested = (path: string, query: Query): Query => ({
  kind: 'nested',
  path,
  query,
  scoreMode: 'NONE',
  weight: 1,
  innerHits: undefined,
})
const nearest = (vector: readonly number[], filter?: Query): Query => ({
  kind: 'knnVector',
  fieldName: 'v',
  vector,
  topK: 1,
  filter,
  weight: 1,
  minScore: 0,
  numCandidates: undefined,
})
const place = { lat: 1, lon: 1 }

const cases: [Query, string][] = [
  [term('nobody', 1n), `${FAILED}[TERM_QUERY] field: nobody does not exist`],
  [term('n', 1n), `${FAILED}[TERM_QUERY] field: n does not exist`],
  [term('n.l', 1n), `${FAILED}[TERM_QUERY] field: n.l needs a nested query with path [n]`],
  [
    nested('n', term('l', 1n)),
    `${FAILED}[TERM_QUERY] field: l is not below the path of the nested query`,
  ],
  [
    term('hidden', 1n),
    "failed to query index, please check if 'Index' is enabled for query fields.",
  ],
  [
    { kind: 'exists', fieldName: 'hidden' },
    "failed to query index, please check if 'Index' is enabled for query fields.",
  ],
  [
    term('g', '1,1'),
    `${FAILED}[TERM_QUERY] field_name:g type:geo_point is invalid, allow [long, double, boolean, keyword, fuzzy_keyword, text, date, ip]`,
  ],
  [
    { kind: 'suffix', fieldName: 'k', suffix: 'a', weight: 1 },
    `${FAILED}[SUFFIX_QUERY] field_name:k type:keyword is invalid, allow [fuzzy_keyword]`,
  ],
  [
    { kind: 'prefix', fieldName: 'l', prefix: '1', weight: 1 },
    `${FAILED}[PREFIX_QUERY] field_name:l type:long is invalid, allow [keyword, fuzzy_keyword, text]`,
  ],
  [
    { kind: 'wildcard', fieldName: 'k', value: 'x'.repeat(33), weight: 1 },
    'length of field value is longer than 32 for the [WILDCARD_QUERY] query',
  ],
  [
    { kind: 'prefix', fieldName: 'k', prefix: 'x'.repeat(1001), weight: 1 },
    'length of field value is longer than 1000 for the [PREFIX_QUERY] query',
  ],
  [
    { kind: 'suffix', fieldName: 'fk', suffix: 'x'.repeat(1001), weight: 1 },
    'length of field value is longer than 1000 for the [SUFFIX_QUERY] query',
  ],
  [term('l', true), `${FAILED}field_name:l type:long has no value true`],
  [term('l', 'ten'), `${FAILED}field_name:l type:long has no value "ten"`],
  [term('l', Number.NaN), `${FAILED}field_name:l type:long has no value null`],
  [term('b', 1n), `${FAILED}field_name:b type:boolean has no value "1"`],
  [term('k', 1n), `${FAILED}field_name:k type:keyword has no value "1"`],
  [term('dt', '2024-5-1'), `${FAILED}field_name:dt type:date has no value "2024-5-1"`],
  [term('ip', '10.0.0'), `${FAILED}field_name:ip type:ip has no value "10.0.0"`],
  [term('ip', '10.0.0.1/33'), `${FAILED}field_name:ip type:ip has no value "10.0.0.1/33"`],
  [nested('x', { kind: 'matchAll' }), `${FAILED}[NESTED_QUERY] path: x does not exist`],
  [
    nested('n', nested('n', { kind: 'matchAll' })),
    `${FAILED}[NESTED_QUERY] path: n is not below [n]`,
  ],
  [
    {
      kind: 'match',
      fieldName: 't',
      text: 'a b',
      operator: 'OR',
      minimumShouldMatch: 'most',
      weight: 1,
    },
    '[minimum_should_match] is invalid: most',
  ],
  [
    {
      kind: 'match',
      fieldName: 't',
      text: 'a '.repeat(1025),
      operator: 'OR',
      minimumShouldMatch: undefined,
      weight: 1,
    },
    'The number of words to match exceeds the limit, limit count: 1024.',
  ],
  [
    { kind: 'matchPhrase', fieldName: 't', text: 'a b', weight: 1, slop: -1 },
    '[match_phrase_query.slop] is invalid: -1',
  ],
  [
    { kind: 'geoBoundingBox', fieldName: 'g', topLeft: place, bottomRight: { lat: 2, lon: 2 } },
    `${FAILED}[GEO_BOUNDING_BOX_QUERY] top_left is below bottom_right`,
  ],
  [
    { kind: 'geoDistance', fieldName: 'k', centerPoint: place, distance: 1 },
    `${FAILED}[GEO_DISTANCE_QUERY] field_name:k type:keyword is invalid, allow [geo_point]`,
  ],
  [
    nearest([1, 2, 3]),
    `${FAILED}[KNN_VECTOR_QUERY] field_name:v has dimension 2, the query vector 3`,
  ],
  [nearest([1, 2], nearest([1, 2])), `${FAILED}[KNN_VECTOR_QUERY] filter has a vector query`],
  [
    nearest([1, 2], { kind: 'constScore', filter: nearest([1, 2]) }),
    `${FAILED}[KNN_VECTOR_QUERY] filter has a vector query`,
  ],
  [
    { kind: 'functionScore', query: { kind: 'matchAll' }, fieldName: 'k' },
    `${FAILED}[FUNCTIONS_SCORE_QUERY] field_name:k type:keyword is invalid, allow [long, double]`,
  ],
]

test.each(cases.map(([query, message]) => ({ query, message })))(
  '$message',
  ({ query, message }) => {
    const compile = (): unknown => compileQuery(query, scope)
    expect(compile).toThrow(TablestoreError)
    expect(compile).toThrow(message)
    expect(compile).toThrow(expect.objectContaining({ message, code: 'OTSParameterInvalid' }))
  },
)
