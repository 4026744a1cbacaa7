import fc from 'fast-check'
import type { ModelChange, ModelExpectation, ModelKey } from './model-table.js'

/**
 * One step of a random history. Keys, columns and timestamps are few, so that steps often touch the same
 * cells.
 */
export type Step =
  | { readonly step: 'put' | 'update'; readonly write: StepWrite }
  | { readonly step: 'delete'; readonly write: StepWrite }
  | { readonly step: 'batch'; readonly writes: readonly (StepWrite & { kind: BatchKind })[] }
  | {
      readonly step: 'get'
      readonly table: number
      readonly key: ModelKey
      readonly versions: number
    }
  | {
      readonly step: 'range'
      readonly table: number
      readonly from: ModelKey
      readonly to: ModelKey
      readonly limit: number
      readonly backward: boolean
      readonly versions: number
    }
  | { readonly step: 'wait'; readonly milliseconds: number }
  | { readonly step: 'background' }
  | { readonly step: 'restart' }

export type BatchKind = 'PUT' | 'UPDATE' | 'DELETE'

export interface StepWrite {
  readonly table: number
  readonly key: ModelKey
  readonly changes: readonly ModelChange[]
  readonly expect: ModelExpectation
}

export const START = 1_700_000_000_000
const DAY = 86_400_000

const table = fc.constantFrom(0, 1, 1, 1, 2, 2)
/**
 * Mostly one row of each table, so that steps touch the same row; sometimes one at the ends of the order.
 */
const key = fc.record({
  partition: fc.oneof(
    { weight: 12, arbitrary: fc.constant('a') },
    { weight: 1, arbitrary: fc.constantFrom('', 'a\0', 'b', '中') },
  ),
  row: fc.oneof(
    { weight: 20, arbitrary: fc.constant(1n) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(-(2n ** 63n), -1n, 0n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n),
    },
  ),
})
const columnName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'a', 'b') },
  { weight: 1, arbitrary: fc.constantFrom('c', '公司') },
)
const time = fc.integer({ min: -3, max: 2 }).map((offset) => BigInt(START + offset))
/** Some values are long, so that rows become chunked and whole again. */
const value = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String) },
  { weight: 6, arbitrary: fc.constantFrom('1', '-1', '0', '7') },
  { weight: 4, arbitrary: fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom('true', 'false', '1.5', '0x00ff') },
  { weight: 1, arbitrary: fc.constant(JSON.stringify('long'.repeat(9_000))) },
)

const put = fc.record({ do: fc.constant('put' as const), name: columnName, value })
const putAt = fc.record({ do: fc.constant('put' as const), name: columnName, value, at: time })
const deleteAll = fc.record({ do: fc.constant('delete-all' as const), name: columnName })
const deleteOne = fc.record({ do: fc.constant('delete-one' as const), name: columnName, at: time })
const increment = fc.record({
  do: fc.constant('increment' as const),
  name: columnName,
  by: fc.constantFrom(1n, -1n, 2n ** 53n + 1n, 2n ** 62n),
})

const expect = fc.oneof(
  { weight: 4, arbitrary: fc.constant('IGNORE' as const) },
  { weight: 1, arbitrary: fc.constantFrom('EXPECT_EXIST' as const, 'EXPECT_NOT_EXIST' as const) },
)
const puts = fc.array(fc.oneof(put, putAt), { maxLength: 4 })
/** An incremented column has no other change, as the service demands. */
const updates = fc
  .array(fc.oneof(put, putAt, putAt, deleteAll, deleteOne, deleteOne, increment), {
    minLength: 1,
    maxLength: 4,
  })
  .map((changes): ModelChange[] =>
    changes.filter(
      (change, index) =>
        !changes.some(
          (other, at) =>
            at !== index &&
            other.name === change.name &&
            (other.do === 'increment' || change.do === 'increment') &&
            at < index,
        ),
    ),
  )

const putWrite = fc.record({ table, key, changes: puts, expect })
const updateWrite = fc.record({ table, key, changes: updates, expect })
const deleteWrite = fc.record({ table, key, changes: fc.constant([]), expect })

const batchWrite = fc.oneof(
  putWrite.map((write) => ({ ...write, kind: 'PUT' as const })),
  updateWrite.map((write) => ({ ...write, kind: 'UPDATE' as const })),
  deleteWrite.map((write) => ({ ...write, kind: 'DELETE' as const })),
)

/** Each row once: repeated rows have rules of their own. */
const batch = fc.uniqueArray(batchWrite, {
  minLength: 1,
  maxLength: 6,
  selector: (write) => JSON.stringify([write.table, write.key.partition, String(write.key.row)]),
})

const versions = fc.integer({ min: 1, max: 4 })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: putWrite.map((write) => ({ step: 'put' as const, write })) },
  { weight: 8, arbitrary: updateWrite.map((write) => ({ step: 'update' as const, write })) },
  { weight: 3, arbitrary: deleteWrite.map((write) => ({ step: 'delete' as const, write })) },
  { weight: 4, arbitrary: batch.map((writes) => ({ step: 'batch' as const, writes })) },
  { weight: 6, arbitrary: fc.record({ step: fc.constant('get' as const), table, key, versions }) },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('range' as const),
      table,
      from: key,
      to: key,
      limit: fc.integer({ min: 1, max: 8 }),
      backward: fc.boolean(),
      versions,
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(1, 1000, DAY / 2, DAY)
      .map((milliseconds) => ({ step: 'wait' as const, milliseconds })),
  },
  { weight: 1, arbitrary: fc.constant({ step: 'background' as const }) },
  { weight: 1, arbitrary: fc.constant({ step: 'restart' as const }) },
)

/** Histories are long, because most bugs need several steps on one row. */
export const history = fc.array(step, { minLength: 1, maxLength: 80, size: 'max' })
