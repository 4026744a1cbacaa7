import fc from 'fast-check'
import { CellOperation, type PlainBufferCell, type PlainBufferRow } from '../plain-buffer/row.js'
import {
  autoIncrement,
  blobVariant,
  booleanVariant,
  doubleVariant,
  infMax,
  infMin,
  integerVariant,
  stringVariant,
  type Variant,
} from '../values/variant.js'

/** Arbitrary values and rows, with the bounds of the number ranges and all planes of Unicode. */

export const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, -1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n),
)
export const unicode = fc.string({ unit: 'binary', maxLength: 40 })
export const columnName = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
const bytes = fc.uint8Array({ maxLength: 40 })

export const textVariant: fc.Arbitrary<Variant> = fc.oneof(
  unicode.map(stringVariant),
  bytes.map(blobVariant),
)

export const attributeVariant: fc.Arbitrary<Variant> = fc.oneof(
  int64.map(integerVariant),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(doubleVariant),
  fc.boolean().map(booleanVariant),
  textVariant,
)

const keyVariant = fc.oneof(
  int64.map(integerVariant),
  textVariant,
  fc.constantFrom(infMin(), infMax(), autoIncrement()),
)

const keyCell: fc.Arbitrary<PlainBufferCell> = fc.record({
  name: columnName,
  value: keyVariant,
  operation: fc.constant(undefined),
  timestamp: fc.constant(undefined),
})

const cell: fc.Arbitrary<PlainBufferCell> = fc.record({
  name: columnName,
  value: fc.option(attributeVariant, { nil: undefined }),
  operation: fc.constantFrom(undefined, ...Object.values(CellOperation)),
  timestamp: fc.option(int64, { nil: undefined }),
})

export const plainBufferRow: fc.Arbitrary<PlainBufferRow> = fc.record({
  primaryKey: fc.array(keyCell, { minLength: 1, maxLength: 4 }),
  cells: fc.array(cell, { maxLength: 6 }),
  deleteMarker: fc.boolean(),
})
