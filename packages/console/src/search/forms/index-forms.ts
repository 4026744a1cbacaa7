import { type Form, needed, optional, recordOf, types, unionOf } from './form.js'
import { sort } from './query-forms.js'

const { text, count, flag, choice, list, form } = types

export const FIELD_TYPES = [
  'KEYWORD',
  'LONG',
  'DOUBLE',
  'BOOLEAN',
  'TEXT',
  'DATE',
  'GEO_POINT',
  'NESTED',
  'FUZZY_KEYWORD',
  'IP',
  'VECTOR',
  'JSON',
  'FLATTENED',
] as const

export const ANALYZERS = ['single_word', 'max_word', 'min_word', 'split', 'fuzzy'] as const

const caseSensitive = optional(flag)

export const analyzerParameterForm = unionOf('analyzer', {
  single_word: { caseSensitive, delimitWord: optional(flag) },
  split: { delimiter: optional(text), caseSensitive },
  fuzzy: { minChars: optional(count), maxChars: optional(count), caseSensitive },
})

const vectorOptionsForm = recordOf({
  dataType: optional(choice('FLOAT_32'), 'FLOAT_32'),
  dimension: needed(count),
  metricType: optional(choice('EUCLIDEAN', 'COSINE', 'DOT_PRODUCT'), 'EUCLIDEAN'),
})

/** A field of an index, with every option that some type has. */
export const fieldForm: Form = recordOf({
  fieldName: needed(text),
  fieldType: needed(choice(...FIELD_TYPES)),
  index: optional(flag),
  sortAndAgg: optional(flag),
  store: optional(flag),
  isArray: optional(flag),
  analyzer: optional(choice(...ANALYZERS)),
  analyzerParameter: optional(form(() => analyzerParameterForm)),
  enableHighlighting: optional(flag),
  dateFormats: optional(list(text), []),
  isVirtualField: optional(flag),
  sourceFieldNames: optional(list(text), []),
  vectorOptions: optional(form(() => vectorOptionsForm)),
  jsonType: optional(choice('OBJECT', 'NESTED')),
  indexOptions: optional(choice('DOCS', 'FREQS', 'POSITIONS', 'OFFSETS')),
  fieldSchemas: optional(list(form(() => fieldForm)), []),
})

const settingForm = recordOf({
  routingFields: optional(list(text), []),
  numberOfShards: optional(count),
  routingPartitionSize: optional(count),
  enableCustomColumnVersion: optional(flag),
})

/** What an index is made of. */
export const indexForm = recordOf({
  fieldSchemas: needed(list(form(() => fieldForm))),
  indexSort: optional(sort),
  indexSetting: optional(form(() => settingForm)),
})
