import type { FieldValue, LevelDocument } from '../documents/document.js'
import type { FieldLayout, IndexLayout, LevelLayout } from '../schema/index-layout.js'
import { decodeLat, decodeLon, encodeLat, encodeLon } from '../values/geo-encoding.js'

/** A value as aggregations see it: dates are in nanoseconds, points are rounded as in storage. */
export type NaiveValue = bigint | number | string | { readonly lat: number; readonly lon: number }

/** All values of a field in one row, including those of all its children. */
export function naiveFieldValues(
  name: string,
  row: LevelDocument,
  layout: IndexLayout,
): NaiveValue[] {
  const field = layout.fields.get(name)
  if (field === undefined) throw new Error(`no field ${name}`)
  return documentsAt(field.level, row, layout.rows).flatMap((document) =>
    valuesOf(field, document.values[field.number] ?? []),
  )
}

function documentsAt(path: string, row: LevelDocument, level: LevelLayout): LevelDocument[] {
  if (path === level.path) return [row]
  return level.children.flatMap((below, number) => {
    if (path !== below.path && !path.startsWith(`${below.path}.`)) return []
    return (row.children[number] ?? []).flatMap((child) => documentsAt(path, child, below))
  })
}

/** Each keyword counts once in a document. */
function valuesOf({ type }: FieldLayout, values: readonly FieldValue[]): NaiveValue[] {
  const plain = values.map((value): NaiveValue => {
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'bigint') {
      return type === 'LONG' || type === 'DATE' ? BigInt(value) : Number(value)
    }
    if ('lat' in value) {
      return { lat: decodeLat(encodeLat(value.lat)), lon: decodeLon(encodeLon(value.lon)) }
    }
    throw new Error(`not aggregated: ${type}`)
  })
  return type === 'KEYWORD' ? [...new Set(plain)] : plain
}

export function naiveNumber(value: NaiveValue): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  throw new Error('no number')
}

/** The meaning of a value in a request. */
export function naiveGiven(
  field: FieldLayout,
  value: bigint | number | boolean | string,
): NaiveValue {
  if (field.type === 'LONG') return BigInt(value)
  if (field.type === 'DOUBLE') return Number(value)
  if (field.type === 'DATE') return BigInt(Date.parse(`${String(value)}T00:00:00Z`)) * 1_000_000n
  if (field.type === 'BOOLEAN') return value === true ? 1 : 0
  return String(value)
}
