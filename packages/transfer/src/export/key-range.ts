import { type KeyColumnType, type Value } from '@rowhouse/client'
import {
  type Variant,
  VariantType,
  blobVariant,
  compareVariants,
  decodeRow,
  encodeRow,
  infMax,
  infMin,
  integerVariant,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import { TransferError } from '../errors.js'

/** Key columns in their order. */
export type KeySchema = readonly (readonly [name: string, type: KeyColumnType])[]

/** The range of an export by values of leading key columns; the end is exclusive. */
export interface KeyRange {
  readonly from: readonly Value[]
  readonly to: readonly Value[] | undefined
}

/** The keys between two encoded ones; the end is exclusive. */
export interface EncodedRange {
  readonly start: Buffer
  readonly end: Buffer
}

export const wholeTable: KeyRange = { from: [], to: undefined }

export function encodeRange(key: KeySchema, { from, to }: KeyRange): EncodedRange {
  const end = to === undefined ? encodeBound(key, [], infMax()) : encodeBound(key, to, infMin())
  const range = { start: encodeBound(key, from, infMin()), end }
  if (compareKeys(range.start, range.end) >= 0)
    throw new TransferError('the range ends before it begins')
  return range
}

/** Encodes a whole key from values by the names of its columns. */
export function encodeKey(key: KeySchema, values: ReadonlyMap<string, Value | undefined>): Buffer {
  const primaryKey = key.map(([name, type]) => {
    const value = values.get(name)
    if (value === undefined) throw new TransferError(`a key lacks ${name}`)
    return plainCell(name, keyVariant(name, type, value))
  })
  return encodeRow({ primaryKey, cells: [], deleteMarker: false })
}

/** Encodes a bound; columns that are left out have the value `rest`. */
function encodeBound(key: KeySchema, values: readonly Value[], rest: Variant): Buffer {
  if (values.length > key.length) {
    throw new TransferError(
      `the key has ${key.length} columns, a bound of the range ${values.length}`,
    )
  }
  const primaryKey = key.map(([name, type], i) => {
    const value = values[i]
    return plainCell(name, value === undefined ? rest : keyVariant(name, type, value))
  })
  return encodeRow({ primaryKey, cells: [], deleteMarker: false })
}

function keyVariant(name: string, type: KeyColumnType, value: Value): Variant {
  if (type === 'string' && typeof value === 'string') return stringVariant(value)
  if (type === 'binary' && value instanceof Uint8Array) return blobVariant(value)
  const isInteger = type === 'integer' || type === 'autoIncrement'
  if (isInteger && typeof value === 'bigint') return integerVariant(value)
  throw new TransferError(`${name} of the range must be ${isInteger ? 'an integer' : `a ${type}`}`)
}

/** The order of two encoded keys. */
export function compareKeys(a: Buffer, b: Buffer): number {
  const other = decodeRow(b).primaryKey
  for (const [i, { value }] of decodeRow(a).primaryKey.entries()) {
    const right = other[i]?.value
    if (value === undefined || right === undefined) return 0
    const order = compareBounds(value, right)
    if (order !== 0) return order
  }
  return 0
}

/** Compares values, where -inf and inf are below and above all others. */
function compareBounds(a: Variant, b: Variant): number {
  const [left, right] = [outside(a), outside(b)]
  return left === 0 && right === 0 ? compareVariants(a, b) : left - right
}

const outside = (variant: Variant): number =>
  variant[0] === VariantType.INF_MIN ? -1 : variant[0] === VariantType.INF_MAX ? 1 : 0

/** Splits the range at the points in it, which are ascending and have no trailing columns that are -inf. */
export function cutRange(
  key: KeySchema,
  { start, end }: EncodedRange,
  points: readonly Buffer[],
): EncodedRange[] {
  const bounds = points
    .map((point) => completed(key, point))
    .filter((point) => compareKeys(start, point) < 0 && compareKeys(point, end) < 0)
  const all = [start, ...bounds, end]
  return all.slice(1).map((to, i) => ({ start: all[i] ?? start, end: to }))
}

function completed(key: KeySchema, point: Buffer): Buffer {
  const { primaryKey } = decodeRow(point)
  const cells = key.map(([name], i) => primaryKey[i] ?? plainCell(name, infMin()))
  return encodeRow({ primaryKey: cells, cells: [], deleteMarker: false })
}
