import { errors, type FieldSchema } from '@rowhouse/protocol'
import { compileDateFormats } from '../values/date-formats.js'
import { compileAnalyzer } from './compile-analyzer.js'
import type { FieldLayout, LeafType } from './index-layout.js'
import { schemaError } from './schema-error.js'

export interface KeyColumn {
  readonly name: string
  readonly type: 'INTEGER' | 'STRING' | 'BINARY'
}

/** Where a field stands. */
export interface FieldPlace {
  readonly name: string
  readonly level: string
  readonly number: number
  /** The column of the outermost container; undefined for a column of its own. */
  readonly container: string | undefined
  readonly primaryKey: readonly KeyColumn[]
}

const UNSORTED: readonly LeafType[] = ['TEXT', 'FUZZY_KEYWORD', 'VECTOR']
const VIRTUAL: readonly LeafType[] = [
  'LONG',
  'DOUBLE',
  'KEYWORD',
  'FUZZY_KEYWORD',
  'TEXT',
  'DATE',
  'GEO_POINT',
  'IP',
  'VECTOR',
]
/**
 * The types that a virtual field can read from an INTEGER column; from a STRING column it can read
 * all.
 */
const OF_INTEGER: readonly LeafType[] = ['KEYWORD', 'FUZZY_KEYWORD', 'TEXT', 'DATE']

/** One field that holds values, with the checks of CreateSearchIndex. */
export function compileField(field: FieldSchema, type: LeafType, place: FieldPlace): FieldLayout {
  const { name, level, number, container, primaryKey } = place
  checkOptions(field, type, name)
  const isVirtual = field.isVirtualField === true
  if (isVirtual) checkVirtual(field, type, place)
  const sourceColumn = (isVirtual ? field.sourceFieldNames[0] : container) ?? name
  const key = primaryKey.find((column) => column.name === sourceColumn)
  if (key !== undefined) checkKeyColumn(type, name, key, isVirtual)
  return {
    name,
    level,
    number,
    type,
    isIndexed: field.index ?? true,
    hasColumn: !UNSORTED.includes(type),
    isArray: field.isArray ?? false,
    highlights: field.enableHighlighting ?? false,
    sourceColumn,
    isVirtual,
    analyzer: compileAnalyzer(field, name),
    dateFormats: type === 'DATE' ? field.dateFormats : [],
    vector: vectorOf(field, type),
  }
}

function checkOptions(field: FieldSchema, type: LeafType, name: string): void {
  if (field.sortAndAgg === true && UNSORTED.includes(type)) {
    throw schemaError(`sort_and_agg is not supported for ${type}, field: ${name}`)
  }
  if (field.enableHighlighting === true && type !== 'TEXT') throw errors.highlightNotSupported(name)
  if (type === 'VECTOR' && field.isArray === true) {
    throw schemaError(`is_array is not supported for VECTOR, field: ${name}`)
  }
  if (type !== 'DATE') return
  if (field.dateFormats.length === 0) throw errors.mustNotBeNull('field_schema.date_formats')
  for (const format of field.dateFormats) {
    if (compileDateFormats([format]) === undefined) {
      throw errors.invalidSearchParameter('field_schema.date_formats', format)
    }
  }
}

function checkVirtual(field: FieldSchema, type: LeafType, { name, container }: FieldPlace): void {
  if (container !== undefined || !VIRTUAL.includes(type)) {
    throw schemaError(`virtual field is not supported for ${type}, field: ${name}`)
  }
  const { sourceFieldNames } = field
  if (sourceFieldNames.length === 0) throw errors.mustNotBeNull('field_schema.source_field_names')
  if (sourceFieldNames.length > 1 || sourceFieldNames[0] === name) {
    throw errors.invalidSearchParameter('field_schema.source_field_names', sourceFieldNames.join())
  }
}

/** The type of a key column is known, so a field that none of its values can fit is refused. */
function checkKeyColumn(type: LeafType, name: string, key: KeyColumn, isVirtual: boolean): void {
  const ofInteger = isVirtual ? OF_INTEGER : ['LONG', 'DATE']
  const ofString = isVirtual || (type !== 'LONG' && type !== 'DOUBLE' && type !== 'BOOLEAN')
  const fits =
    (key.type === 'INTEGER' && ofInteger.includes(type)) ||
    (key.type === 'STRING' && ofString) ||
    (key.type === 'BINARY' && type === 'VECTOR')
  if (!fits)
    throw schemaError(`field: ${name} type:${type} does not fit its key column, ${key.type}`)
}

function vectorOf({ vectorOptions }: FieldSchema, type: LeafType): FieldLayout['vector'] {
  if (type !== 'VECTOR') return undefined
  if (vectorOptions === undefined) throw errors.mustNotBeNull('field_schema.vector_options')
  return { dimension: vectorOptions.dimension, metric: vectorOptions.metricType }
}
