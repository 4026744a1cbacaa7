import { expect, test } from 'vitest'
import { searchEn } from '../texts/search-en.js'
import { checkData } from './check-data.js'
import { type DataObject, type Form, completed, membersOf, reduced } from './form.js'
import { fieldForm, indexForm } from './index-forms.js'
import { byName, fieldsOfIndex } from './searchable-fields.js'
import { newObject } from './new-data.js'
import { queryForm, sorterForm } from './query-forms.js'
import { aggregationForm, groupByForm, searchForm } from './search-forms.js'

const plain = {
  indexOptions: undefined,
  analyzer: undefined,
  analyzerParameter: undefined,
  index: true,
  sortAndAgg: true,
  store: undefined,
  isArray: undefined,
  fieldSchemas: [],
  isVirtualField: undefined,
  sourceFieldNames: [],
  dateFormats: [],
  enableHighlighting: undefined,
  vectorOptions: undefined,
  jsonType: undefined,
} as const

const fields = byName(
  fieldsOfIndex([
    { ...plain, fieldName: 'status', fieldType: 'KEYWORD' },
    { ...plain, fieldName: 'id', fieldType: 'LONG' },
    {
      ...plain,
      fieldName: 'items',
      fieldType: 'NESTED',
      fieldSchemas: [{ ...plain, fieldName: 'sku', fieldType: 'KEYWORD' }],
    },
  ]),
)

const faultsOf = (search: DataObject) =>
  checkData(searchForm, search, fields).map(({ path, fault }) => `${path.join('/')} ${fault}`)

test('what is left out is completed, and what would be so anyway is left out', () => {
  const short = { query: { kind: 'term', fieldName: 'id', term: 5n } }
  const whole = completed(searchForm, short)
  expect(whole).toMatchObject({
    query: { kind: 'term', fieldName: 'id', term: 5n, weight: 1 },
    aggregations: [],
    trackTotalCount: 2_147_483_647,
  })
  expect(reduced(searchForm, whole)).toEqual(short)
})

test('a sound search has no fault', () => {
  expect(
    faultsOf({
      query: {
        kind: 'bool',
        must: [
          { kind: 'range', fieldName: 'id', from: 1n },
          { kind: 'nested', path: 'items', query: { kind: 'exists', fieldName: 'items.sku' } },
        ],
        minimumShouldMatch: '75%',
      },
      sort: { sorters: [{ kind: 'score' }] },
      columns: ['status'],
    }),
  ).toEqual([])
})

test.each([
  [{ query: { kind: 'none' } }, 'query/kind unknownKind'],
  [{ query: {} }, 'query missing'],
  [{ query: { kind: 'term', fieldName: 'status' } }, 'query missing'],
  [{ query: { kind: 'exists', fieldName: 'other' } }, 'query/fieldName unknownField'],
  [{ query: { kind: 'term', fieldName: 'id', term: 'x' } }, 'query/term wrongValue'],
  [{ query: { kind: 'terms', fieldName: 'id', terms: [1n, 'x'] } }, 'query/terms/1 wrongValue'],
  [{ query: { kind: 'match', fieldName: 'status', text: 5n } }, 'query/text notOfType'],
  [{ query: { kind: 'matchAll', text: 'x' } }, 'query/text unknownMember'],
  [{ columns: 5n }, 'columns notOfType'],
  [{ aggregations: [{ kind: 'avg', fieldName: 'id' }] }, 'aggregations/0 missing'],
])('a fault stands at its place: %#', (search, fault) => {
  expect(faultsOf(search)).toEqual([fault])
})

/** Every member of a form and of those within it. */
function memberNames(form: Form, seen: Set<Form> = new Set()): readonly string[] {
  if (seen.has(form)) return []
  seen.add(form)
  const kinds = form.kind === 'record' ? [form.members] : Object.values(form.kinds)
  return kinds.flatMap((members) =>
    Object.entries(members).flatMap(([name, { type }]) => {
      const inner = type.kind === 'list' ? type.of : type
      return [name, ...(inner.kind === 'form' ? memberNames(inner.form(), seen) : [])]
    }),
  )
}

test('every kind and member that a form shows has a name', () => {
  const forms = [queryForm, sorterForm, aggregationForm, groupByForm]
  const names = new Set([...forms, fieldForm].flatMap((form) => memberNames(form)))
  const unshown = [
    'must',
    'should',
    'mustNot',
    'encoder',
    'parameters',
    'disableDefaultPrimaryKeySorter',
  ]
  // Clauses are named by their part, and rare members keep the service’s names.
  const own = [
    ...unshown,
    'distanceType',
    'multiValueMode',
    'min',
    'max',
    'sources',
    'nextToken',
    'suggestedSize',
    'fieldType',
    'fieldSchemas',
    'highlight',
  ]
  const missing = [...names].filter((name) => !Object.hasOwn(searchEn.members, name))
  expect(missing.filter((name) => !own.includes(name))).toEqual([])
  for (const form of forms) {
    if (form.kind !== 'union') continue
    expect(Object.keys(searchEn.kinds[form.name])).toEqual(
      expect.arrayContaining(Object.keys(form.kinds)),
    )
  }
})

test('a new object has what must be filled in', () => {
  expect(newObject(queryForm, 'geoDistance')).toEqual({ kind: 'geoDistance', centerPoint: {} })
  expect(membersOf(indexForm, newObject(indexForm))).toBeDefined()
})
