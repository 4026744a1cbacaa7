import type { FieldSchema, FieldSort, IndexSchema, Sorter } from '@rowhouse/protocol'
import fc from 'fast-check'
import { indexSchema, sampleSchema } from '@rowhouse/search-engine/testing'

/** A table's key, and an index over the table with its options. */
export interface OracleSchema {
  readonly key: 'text' | 'number and text'
  readonly index: IndexSchema
  /** Seconds; -1 for ever. */
  readonly timeToLive: number
}

export const DAY_MS = 86_400_000
const SORTED = ['l', 'd', 'b', 'k', 'dt', 'la'] as const

const analyzer = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(undefined, 'split', 'fuzzy', 'single_word') },
  // These analyzers load a dictionary, so they are rare.
  { weight: 1, arbitrary: fc.constantFrom('min_word', 'max_word') },
)

const fields: fc.Arbitrary<FieldSchema[]> = fc
  .tuple(
    fc.oneof(
      fc.constant([...sampleSchema.fieldSchemas]),
      fc.subarray([...sampleSchema.fieldSchemas], { minLength: 1 }),
    ),
    fc.record({ t: analyzer, ta: analyzer }),
  )
  .map(([chosen, analyzers]) =>
    chosen.map((field) => {
      const { fieldName } = field
      if (fieldName !== 't' && fieldName !== 'ta') return field
      return { ...field, analyzer: analyzers[fieldName] }
    }),
  )

const order = fc.constantFrom('ASC' as const, 'DESC' as const)

/** Sorters of the index's own sort order, which nested fields do not allow. */
function sorters(chosen: readonly FieldSchema[]): fc.Arbitrary<readonly Sorter[]> {
  const names = SORTED.filter((name) => chosen.some(({ fieldName }) => fieldName === name))
  if (chosen.some(({ fieldType }) => fieldType === 'NESTED')) return fc.constant([])
  const byKey: fc.Arbitrary<Sorter> = fc.record({ kind: fc.constant('primaryKey'), order })
  const one = names.length === 0 ? byKey : fc.oneof(byKey, fieldSorter(names))
  return fc.oneof(fc.constant([]), fc.array(one, { maxLength: 2 }))
}

function fieldSorter(names: readonly string[]): fc.Arbitrary<FieldSort> {
  return fc.record({
    kind: fc.constant('field'),
    fieldName: fc.constantFrom(...names),
    order,
    mode: fc.constantFrom(undefined, 'MIN', 'MAX'),
    nestedFilter: fc.constant(undefined),
    missingValue: fc.constant(undefined),
    missingFields: fc.constant([]),
  })
}

const index: fc.Arbitrary<IndexSchema> = fields.chain((chosen) =>
  sorters(chosen).map((list) => ({
    ...indexSchema(...chosen),
    indexSort:
      list.length === 0 ? undefined : { sorters: [...list], disableDefaultPrimaryKeySorter: false },
  })),
)

export const oracleSchema: fc.Arbitrary<OracleSchema> = fc.record({
  key: fc.constantFrom('text', 'number and text'),
  index,
  timeToLive: fc.oneof(
    { weight: 4, arbitrary: fc.constant(-1) },
    { weight: 1, arbitrary: fc.constant((3 * DAY_MS) / 1000) },
  ),
})
