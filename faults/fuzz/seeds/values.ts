import {
  CellOperation,
  type PlainBufferCell,
  type PrimaryKeySchema,
  type Variant,
  autoIncrement,
  blobVariant,
  booleanVariant,
  doubleVariant,
  encodeRow,
  infMax,
  infMin,
  integerVariant,
  stringVariant,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import type { FuzzTable } from './tables.js'

/** Integers at the bounds of ranges, where errors are likely. */
export const edgeIntegers: readonly bigint[] = [
  0n,
  1n,
  -1n,
  127n,
  128n,
  255n,
  65_536n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  (2n ** 63n - 1n) / 1000n,
  2n ** 63n - 1n,
  -(2n ** 31n),
  -(2n ** 53n),
  -(2n ** 63n),
]

const texts: readonly string[] = [
  '',
  'a',
  'row',
  '\0',
  '\0\u{1}',
  'naïve',
  '日本語',
  '😀',
  'x'.repeat(300),
]

export const cell = (
  name: string,
  value?: Variant,
  operation?: CellOperation,
  timestamp?: bigint,
): PlainBufferCell => ({ name, value, operation, timestamp })

/** A value that a column may have. */
export function anyValue(random: Choices): Variant {
  switch (random.below(5)) {
    case 0:
      return integerVariant(random.pick(edgeIntegers))
    case 1:
      return doubleVariant(random.pick([0, -0, 1.5, -1e308, 5e-324, 2 ** 53]))
    case 2:
      return booleanVariant(random.once(2))
    case 3:
      return stringVariant(random.pick(texts))
    default:
      return blobVariant(random.bytes(random.length(600)))
  }
}

/** There are few different values, so that requests concern the same rows. */
function keyValue(column: PrimaryKeySchema, random: Choices): Variant {
  const number = random.below(16)
  if (column.type === 'INTEGER') {
    return integerVariant(random.once(8) ? random.pick(edgeIntegers) : BigInt(number))
  }
  const text = random.once(8) ? random.pick(texts) : `key${number}`
  return column.type === 'STRING' ? stringVariant(text) : blobVariant(Buffer.from(text))
}

export function keyCells(table: FuzzTable, random: Choices, generate: boolean): PlainBufferCell[] {
  return table.primaryKey.map((column) =>
    cell(
      column.name,
      column.autoIncrement && generate ? autoIncrement() : keyValue(column, random),
    ),
  )
}

export function encodedKey(table: FuzzTable, random: Choices): Buffer {
  return encodeRow({ primaryKey: keyCells(table, random, false), cells: [], deleteMarker: false })
}

export function encodedBound(table: FuzzTable, random: Choices, isHigh: boolean): Buffer {
  const inf = isHigh ? infMax() : infMin()
  const from = random.once(3) ? random.below(table.primaryKey.length) : 0
  const primaryKey = keyCells(table, random, false).map((given, index) =>
    index < from ? given : cell(given.name, inf),
  )
  return encodeRow({ primaryKey, cells: [], deleteMarker: false })
}

export const columnName = (random: Choices): string =>
  random.once(50) ? `many${random.below(8000)}` : `c${random.below(12)}`

function timestamp(random: Choices): bigint | undefined {
  return random.once(4) ? BigInt(Date.now() - random.below(3_600_000)) : undefined
}

/** The cells of a put, each column once. */
export function putCells(random: Choices): PlainBufferCell[] {
  const names = new Set(Array.from({ length: 1 + random.below(6) }, () => columnName(random)))
  return [...names].map((name) => cell(name, anyValue(random), undefined, timestamp(random)))
}

/** The cells of an update: puts, deletions and increments. */
export function updateCells(random: Choices): PlainBufferCell[] {
  const names = new Set(Array.from({ length: 1 + random.below(6) }, () => columnName(random)))
  const changes = [...names].map((name) => {
    switch (random.below(5)) {
      case 0:
        return cell(name, undefined, CellOperation.DELETE_ALL_VERSION)
      case 1:
        return cell(name, undefined, CellOperation.DELETE_ONE_VERSION, BigInt(Date.now()))
      default:
        return cell(name, anyValue(random), undefined, timestamp(random))
    }
  })
  if (random.once(3)) {
    const by = integerVariant(random.pick(edgeIntegers))
    changes.push(cell('n0', by, CellOperation.INCREMENT))
  }
  return changes
}
