import type { JsonValue } from '@rowhouse/shell'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSeed } from './read-seed.js'
import { SeedError } from './seed-error.js'
import { parseSeedJson } from './seed-json.js'

const whole = `// What the tests begin with
{
  "tables": {
    "orders": {
      "key": { "buyer": "string", "number": "integer" }, // the first column is the partition key
      "columns": { "price": "double", "photo": "binary" },
      "maxVersions": 2,
      "indexes": { "by_price": { "key": ["price"], "type": "LOCAL" } },
      "searchIndexes": {
        "found": {
          "fields": {
            "buyer": "KEYWORD",
            "items": { "type": "NESTED", "fields": { "name": { "type": "TEXT", "analyzer": "split" } } },
          },
        },
      },
      "rows": [
        { "buyer": "c1", "number": 9007199254740993, "price": 9, "photo": { "$binary": "AQI=" } },
        { "buyer": "c2", "number": 2, "items": [{ "name": "pen", "n": 1.5 }], "n": 3, "f": 1.0 },
      ],
    },
  },
}
`

test('a file describes tables with keys, columns, indexes and rows', () => {
  const [table, ...others] = parseSeed(whole, 'seed.jsonc')
  expect(others).toEqual([])
  expect(table).toEqual({
    schema: {
      name: 'orders',
      key: { buyer: 'string', number: 'integer' },
      columns: { price: 'double', photo: 'binary' },
    },
    options: {
      maxVersions: 2,
      definedColumns: ['price', 'photo'],
      indexes: [{ name: 'by_price', key: ['price'], columns: [], type: 'LOCAL' }],
    },
    searchIndexes: {
      found: {
        fields: {
          buyer: 'KEYWORD',
          items: { type: 'NESTED', fields: { name: { type: 'TEXT', analyzer: 'split' } } },
        },
      },
    },
    rows: [
      { buyer: 'c1', number: 9007199254740993n, price: 9, photo: new Uint8Array([1, 2]) },
      { buyer: 'c2', number: 2n, items: '[{"name":"pen","n":1.5}]', n: 3n, f: 1 },
    ],
    place: 'seed.jsonc:4:5',
  })
})

const inTable = (member: string): string =>
  `{ "tables": { "t": {\n"key": { "id": "integer" },\n  ${member} } } }`

test.each([
  ['{ "tables": { "t": ', 's:1:20: this is no JSON'],
  ['{\n"tables": {}\n"x": 1 }', 's:3:1: a comma or } is missing'],
  ['{ "tables": {}, "tables": {} }', "s:1:17: 'tables' is there twice"],
  ['{ "tables": {} } {}', 's:1:18: there is more than one value'],
  ['[', 's:1:2: this is no JSON'],
  ['['.repeat(65), 's:1:66: this is nested too deep'],
  ['[]', 's:1:1: the file must be an object'],
  ['{ "table": {} }', 's:1:1: tables must be an object'],
  ['{ "tables": { "t": {} } }', 's:1:15: tables.t.key must be an object'],
  ['{ "tables": { "t": { "key": {} } } }', 's:1:22: table t needs 1 to 4 key columns, not 0'],
  [
    '{ "tables": { "t": { "key": { "id": "int" } } } }',
    's:1:31: tables.t.key.id must be string or integer or binary or autoIncrement',
  ],
  [inTable('"colums": {}'), "s:1:15: tables.t knows no 'colums'"],
  [inTable('"maxVersions": 1.5'), 's:3:3: tables.t.maxVersions must be a whole number'],
  [inTable('"maxVersions": -2'), 's:3:3: tables.t.maxVersions is out of its range'],
  [
    inTable('"searchIndexes": { "i": { "fields": { "a": { "type": "TEXT", "indexed": true } } } }'),
    "s:3:41: tables.t.searchIndexes.i.fields.a knows no 'indexed'",
  ],
  [
    inTable('"searchIndexes": { "i": { "fields": { "a": { "type": "TEXT", "index": 1 } } } }'),
    's:3:64: tables.t.searchIndexes.i.fields.a.index must be true or false',
  ],
  [
    inTable('"searchIndexes": { "i": { "fields": { "a": "STRING" } } }'),
    /^s:3:41: tables\.t\.searchIndexes\.i\.fields\.a must be a type of fields \(LONG, .*\)/,
  ],
  [inTable('"rows": [{}]'), "s:3:12: tables.t.rows[0] lacks 'id' of the key"],
  [
    inTable('"rows": [{ "id": 1 },\n{ "id": "1" }]'),
    's:4:3: tables.t.rows[1].id must be a whole number of 64 bits',
  ],
  [
    inTable('"rows": [{ "id": 9223372036854775808 }]'),
    's:3:14: tables.t.rows[0].id must be a whole number of 64 bits',
  ],
  [inTable('"rows": [{ "id": 1, "a": null }]'), /rows\[0\]\.a must be a value: a column without/],
])('%j is refused with its place', (text, message) => {
  expect(() => parseSeed(text, 's')).toThrow(
    typeof message === 'string' ? new SeedError(message) : message,
  )
})

test('values are parsed like by JSON.parse, with and without comments', () => {
  const comments = fc.constantFrom('', ' ', '\n', '// x\n', '/* , */')
  fc.assert(
    fc.property(
      fc.jsonValue({ depthSize: 'small' }),
      comments,
      comments,
      (value, before, after) => {
        const text = before + JSON.stringify(value) + after
        expect(plain(parseSeedJson(text, 's').value)).toEqual(JSON.parse(JSON.stringify(value)))
      },
    ),
  )
})

/** Replaces bigints by numbers. */
function plain(value: JsonValue): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}
