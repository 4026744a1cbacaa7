import type { FieldSchema, FieldType } from '@rowhouse/protocol'
import type { ColumnType } from '@rowhouse/snippets'
import type { Data, DataObject } from '../forms/form.js'
import { type IndexField, isSortable } from '../forms/searchable-fields.js'

const STORED = ['index', 'sortAndAgg', 'store', 'isArray', 'isVirtualField'] as const

/** The options that each type has, as the service's table of types tells. */
const OPTIONS: Readonly<Record<FieldType, readonly string[]>> = {
  KEYWORD: STORED,
  LONG: STORED,
  DOUBLE: STORED,
  BOOLEAN: ['index', 'sortAndAgg', 'store', 'isArray'],
  TEXT: ['analyzer', 'enableHighlighting', 'index', 'store', 'isArray', 'isVirtualField'],
  DATE: ['dateFormats', ...STORED],
  GEO_POINT: STORED,
  NESTED: ['fieldSchemas'],
  FUZZY_KEYWORD: ['index', 'store', 'isVirtualField'],
  IP: STORED,
  VECTOR: ['vectorOptions', 'index', 'isVirtualField'],
  JSON: ['jsonType', 'fieldSchemas'],
  FLATTENED: ['index', 'store'],
}

export const optionsOf = (type: FieldType): readonly string[] => OPTIONS[type]

const ANALYZED: readonly Data[] = ['single_word', 'split', 'fuzzy']

/** Whether the analyzer has settings of its own. */
export const hasAnalyzerSettings = (field: DataObject): boolean =>
  ANALYZED.includes(field['analyzer'])

/** Types without sub-fields are searched; what can be sorted is. */
export function newField(fieldName: string, fieldType: FieldType): DataObject {
  const options = optionsOf(fieldType)
  const flags = ['index', 'store', 'sortAndAgg'].filter((name) => options.includes(name))
  const field: { [name: string]: Data } = { fieldName, fieldType }
  for (const flag of flags) field[flag] = true
  if (fieldType === 'TEXT') field['analyzer'] = 'single_word'
  if (fieldType === 'DATE') field['dateFormats'] = ['epoch_millis']
  if (fieldType === 'VECTOR') field['vectorOptions'] = { dimension: 4 }
  if (fieldType === 'JSON') field['jsonType'] = 'OBJECT'
  return field
}

const TYPES: Readonly<Record<ColumnType, FieldType | undefined>> = {
  STRING: 'KEYWORD',
  INTEGER: 'LONG',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
  BINARY: undefined,
}

/** A field for a column of the type; undefined where no index takes it. */
export function fieldOfColumn(name: string, type: ColumnType): DataObject | undefined {
  const fieldType = TYPES[type]
  return fieldType && newField(name, fieldType)
}

type NameOf = (member: string) => string

/**
 * What the index does with a field. It sorts and groups by every type that can be, whether or not the schema
 * asks for it.
 */
export function abilityWords(field: IndexField, nameOf: NameOf): readonly string[] {
  const { index, enableHighlighting, fieldSchemas } = field.schema
  if (fieldSchemas.length > 0) return []
  return [
    ...(index === false ? [] : [nameOf('index')]),
    ...(isSortable(field) ? [nameOf('sortAndAgg')] : []),
    ...(enableHighlighting === true ? [nameOf('enableHighlighting')] : []),
  ]
}

/** What the schema says of a field besides, in the words of the service. */
export function optionWords(field: FieldSchema, nameOf: NameOf): readonly string[] {
  const { analyzer, dateFormats, vectorOptions, jsonType, sourceFieldNames } = field
  const flags = ['store', 'isArray'] as const
  return [
    ...flags.filter((flag) => field[flag] === true).map(nameOf),
    ...(analyzer === undefined ? [] : [analyzerWords(field, analyzer, nameOf)]),
    ...dateFormats,
    ...(vectorOptions === undefined
      ? []
      : [`${vectorOptions.dimension} × ${vectorOptions.metricType}`]),
    ...(jsonType === undefined ? [] : [jsonType]),
    ...(field.isVirtualField === true ? [`← ${sourceFieldNames.join(', ')}`] : []),
  ]
}

function analyzerWords(field: FieldSchema, analyzer: string, nameOf: NameOf): string {
  const settings = Object.entries(field.analyzerParameter ?? {}).flatMap(([name, value]) =>
    name === 'kind' || value === undefined ? [] : [`${nameOf(name)}: ${String(value)}`],
  )
  const inBrackets = settings.length === 0 ? '' : ` (${settings.join(', ')})`
  return `${nameOf('analyzer')} ${analyzer}${inBrackets}`
}
