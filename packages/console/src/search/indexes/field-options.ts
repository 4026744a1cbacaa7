import type { FieldSchema, FieldType } from '@rowhouse/protocol'
import type { ColumnType } from '@rowhouse/snippets'
import type { Data, DataObject } from '../forms/form.js'

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

/** What a field has besides its name and type, in the words of the service. */
export function optionWords(
  field: FieldSchema,
  nameOf: (member: string) => string,
): readonly string[] {
  const flags = ['index', 'sortAndAgg', 'store', 'isArray', 'enableHighlighting'] as const
  return [
    ...flags.filter((flag) => field[flag] === true).map(nameOf),
    ...(field.analyzer === undefined ? [] : [`${nameOf('analyzer')} ${field.analyzer}`]),
    ...field.dateFormats,
    ...(field.vectorOptions === undefined
      ? []
      : [`${field.vectorOptions.dimension} × ${field.vectorOptions.metricType}`]),
    ...(field.isVirtualField === true ? [`← ${field.sourceFieldNames.join(', ')}`] : []),
  ]
}
