import {
  type Variant,
  booleanVariant,
  doubleVariant,
  integerVariant,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import {
  address,
  day,
  long,
  point,
  smallLong,
  text,
  WORDS,
  words,
} from '@rowhouse/search-engine/testing'

/** A row's number, which determines the columns of its key. */
export type OracleKey = number

export type Columns = Readonly<Record<string, Variant>>

/** A write to one row. An update deletes the `removed` columns. */
export interface OracleWrite {
  readonly kind: 'put' | 'update' | 'delete'
  readonly key: OracleKey
  readonly columns: Columns
  readonly removed: readonly string[]
}

const json = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Variant> =>
  value.map((members) => stringVariant(JSON.stringify(members)))
const list = <T>(member: fc.Arbitrary<T>): fc.Arbitrary<Variant> =>
  json(fc.array(member, { maxLength: 4 }))

const child = fc.record(
  {
    l: smallLong,
    k: words,
    t: text,
    m: fc.array(fc.record({ l: smallLong, k: words }, { requiredKeys: [] }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

/** Doubles are exact when they are added up. Now and then a value does not fit its field. */
const columns: fc.Arbitrary<Columns> = fc.record(
  {
    l: fc.oneof(
      { weight: 12, arbitrary: long.map(integerVariant) },
      { weight: 1, arbitrary: fc.constant(stringVariant('x')) },
    ),
    la: fc.oneof(
      { weight: 12, arbitrary: list(smallLong) },
      { weight: 1, arbitrary: fc.constant(stringVariant('[1')) },
    ),
    d: smallLong.map((value) => doubleVariant(value / 4)),
    b: fc.boolean().map(booleanVariant),
    k: words.map(stringVariant),
    ka: list(words),
    fk: words.map(stringVariant),
    t: text.map(stringVariant),
    ta: list(text),
    tf: text.map(stringVariant),
    dt: fc.oneof(day, fc.constantFrom('2023-12-31', '2024-5-1')).map(stringVariant),
    g: point.map(stringVariant),
    ga: list(point),
    ip: address.map(stringVariant),
    v: list(smallLong),
    n: list(child),
    j: json(fc.record({ l: smallLong, k: words }, { requiredKeys: [] })),
    other: fc.constantFrom(...WORDS).map(stringVariant),
  },
  { requiredKeys: [] },
)

const removed = fc.subarray(['l', 'la', 'k', 'ka', 't', 'n', 'g', 'other'], { maxLength: 3 })

export function oracleWrite(keys: number): fc.Arbitrary<OracleWrite> {
  return fc.record({
    kind: fc.constantFrom('put', 'put', 'put', 'update', 'update', 'delete'),
    key: fc.nat(keys - 1),
    columns,
    removed,
  })
}
