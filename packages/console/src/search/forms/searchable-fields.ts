import type { FieldSchema, FieldType } from '@rowhouse/protocol'
import type { Data } from './form.js'

/** A field of an index by the name that queries use: fields within others have whole paths. */
export interface IndexField {
  readonly name: string
  readonly type: FieldType
  readonly schema: FieldSchema
  /** The nested field around it. */
  readonly within: string | undefined
}

export function fieldsOfIndex(
  schemas: readonly FieldSchema[],
  path = '',
  within?: string,
): readonly IndexField[] {
  return schemas.flatMap((schema) => {
    const name = `${path}${schema.fieldName}`
    const isNested = schema.fieldType === 'NESTED' || schema.jsonType === 'NESTED'
    return [
      { name, type: schema.fieldType, schema, within },
      ...fieldsOfIndex(schema.fieldSchemas, `${name}.`, isNested ? name : within),
    ]
  })
}

export const byName = (fields: readonly IndexField[]): ReadonlyMap<string, IndexField> =>
  new Map(fields.map((field) => [field.name, field]))

/** The fields that a query may name outside of nested queries, or within one for the path. */
export const fieldsWithin = (
  fields: readonly IndexField[],
  path: string | undefined,
): ReadonlyMap<string, IndexField> => byName(fields.filter(({ within }) => within === path))

const ANY = ['exists'] as const
const EXACT = ['term', 'terms', 'range'] as const
const TEXTUAL = ['prefix', 'wildcard'] as const

/**
 * The queries that fit each type, the likeliest first; learnt from the service's matrix of
 * queries and types.
 */
const OPERATORS: Readonly<Record<FieldType, readonly string[]>> = {
  KEYWORD: [...EXACT, ...TEXTUAL, ...ANY, 'match', 'matchPhrase'],
  LONG: [...EXACT, ...ANY],
  DOUBLE: ['range', 'term', 'terms', ...ANY],
  BOOLEAN: ['term', ...ANY],
  TEXT: ['match', 'matchPhrase', 'term', 'terms', ...TEXTUAL, ...ANY],
  DATE: ['range', 'term', 'terms', ...ANY],
  GEO_POINT: ['geoDistance', 'geoBoundingBox', 'geoPolygon', ...ANY],
  NESTED: ['nested', ...ANY],
  FUZZY_KEYWORD: ['wildcard', 'prefix', 'suffix', ...ANY],
  IP: [...EXACT, ...ANY],
  VECTOR: ['knnVector', ...ANY],
  JSON: [...ANY, 'nested'],
  FLATTENED: [...EXACT, 'prefix', ...ANY],
}

export const operatorsOf = (type: FieldType): readonly string[] => OPERATORS[type]

const UNSORTED: readonly FieldType[] = ['TEXT', 'FUZZY_KEYWORD', 'VECTOR', 'NESTED', 'JSON']

/** Whether the index can sort and group by the field. */
export const isSortable = ({ type }: IndexField): boolean => !UNSORTED.includes(type)

/** Fields whose values can be told in a short list of the most frequent ones. */
export const hasTopValues = ({ type }: IndexField): boolean =>
  ['KEYWORD', 'LONG', 'DOUBLE', 'BOOLEAN', 'IP'].includes(type)

export function fitsField(type: FieldType, data: Data): boolean {
  switch (type) {
    case 'LONG':
      return typeof data === 'bigint'
    case 'DOUBLE':
      return typeof data === 'bigint' || typeof data === 'number'
    case 'BOOLEAN':
      return typeof data === 'boolean'
    case 'DATE':
      return typeof data === 'bigint' || typeof data === 'string'
    default:
      return typeof data === 'string'
  }
}

/**
 * A typed text as a value of the field; what is no value of its type stays a text, and the check
 * tells it.
 */
export function valueOfText(type: FieldType | undefined, text: string): Data {
  const isWhole = /^-?\d{1,19}$/.test(text.trim())
  if ((type === 'LONG' || type === 'DATE') && isWhole) return BigInt(text.trim())
  if (type === 'DOUBLE' && text.trim() !== '' && !Number.isNaN(Number(text))) return Number(text)
  if (type === 'BOOLEAN') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

/** The text that valueOfText reads again; empty for what is no single value. */
export const textOfValue = (value: Data): string =>
  value === undefined || typeof value === 'object' ? '' : String(value)
