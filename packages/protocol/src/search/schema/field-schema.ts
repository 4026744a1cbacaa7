import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { optional, repeated, required } from '../fields.js'
import { bounded, checked, type MessageCodec, mapped, message } from '../message.js'
import { bool, bytes, embedded, enumeration, int32, string } from '../wire.js'
import {
  type AnalyzerParameter,
  decodeAnalyzerParameter,
  encodeAnalyzerParameter,
} from './analyzer-parameter.js'

export const fieldTypes = [
  'LONG',
  'DOUBLE',
  'BOOLEAN',
  'KEYWORD',
  'TEXT',
  'NESTED',
  'GEO_POINT',
  'DATE',
  'VECTOR',
  'FUZZY_KEYWORD',
  'IP',
  'JSON',
  'FLATTENED',
] as const

export type FieldType = (typeof fieldTypes)[number]

export interface VectorOptions {
  readonly dataType: 'FLOAT_32'
  readonly dimension: number
  readonly metricType: 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT'
}

/**
 * One field of an index. What the client left out stays undefined: the Node SDK cannot say false,
 * and DescribeSearchIndex gives back what was given.
 */
export interface FieldSchema {
  readonly fieldName: string
  readonly fieldType: FieldType
  readonly indexOptions: 'DOCS' | 'FREQS' | 'POSITIONS' | 'OFFSETS' | undefined
  readonly analyzer: string | undefined
  readonly analyzerParameter: AnalyzerParameter | undefined
  /** Undefined counts as true. */
  readonly index: boolean | undefined
  readonly sortAndAgg: boolean | undefined
  readonly store: boolean | undefined
  readonly isArray: boolean | undefined
  /** Of NESTED and JSON. */
  readonly fieldSchemas: readonly FieldSchema[]
  readonly isVirtualField: boolean | undefined
  readonly sourceFieldNames: readonly string[]
  readonly dateFormats: readonly string[]
  readonly enableHighlighting: boolean | undefined
  readonly vectorOptions: VectorOptions | undefined
  readonly jsonType: 'OBJECT' | 'NESTED' | undefined
}

/** A field with the given settings and nothing else. */
export const plainField = (
  fieldName: string,
  fieldType: FieldType,
  given: Partial<FieldSchema> = {},
): FieldSchema => ({
  fieldName,
  fieldType,
  indexOptions: undefined,
  analyzer: undefined,
  analyzerParameter: undefined,
  index: undefined,
  sortAndAgg: undefined,
  store: undefined,
  isArray: undefined,
  fieldSchemas: [],
  isVirtualField: undefined,
  sourceFieldNames: [],
  dateFormats: [],
  enableHighlighting: undefined,
  vectorOptions: undefined,
  jsonType: undefined,
  ...given,
})

const fieldTypeNumbers: Readonly<Record<FieldType, number>> = {
  LONG: 1,
  DOUBLE: 2,
  BOOLEAN: 3,
  KEYWORD: 4,
  TEXT: 5,
  NESTED: 6,
  GEO_POINT: 7,
  DATE: 8,
  VECTOR: 9,
  FUZZY_KEYWORD: 10,
  IP: 11,
  JSON: 12,
  FLATTENED: 13,
}

const fieldType = enumeration('field_schema.field_type', fieldTypeNumbers)
const jsonType = enumeration('field_schema.json_type', { OBJECT: 1, NESTED: 2 })
const indexOptions = enumeration('field_schema.index_options', {
  DOCS: 1,
  FREQS: 2,
  POSITIONS: 3,
  OFFSETS: 4,
})
const dataType = enumeration('vector_options.data_type', { FLOAT_32: 2 })
const metricType = enumeration('vector_options.metric_type', {
  EUCLIDEAN: 0,
  COSINE: 1,
  DOT_PRODUCT: 2,
})

const vectorForm: MessageCodec<VectorOptions> = message({
  dataType: required(1, dataType, 'vector_options.data_type'),
  dimension: required(2, int32, 'vector_options.dimension'),
  metricType: required(3, metricType, 'vector_options.metric_type'),
})

const vectorOptions = checked(vectorForm, ({ dimension }) => {
  if (dimension > 0 && dimension <= limits.VECTOR_DIMENSION_MAX) return
  throw errors.invalidSearchParameter('vector_options.dimension', dimension)
})

type WireForm = Omit<FieldSchema, 'analyzerParameter'> & {
  readonly analyzerParameter: Buffer | undefined
}

const self: MessageCodec<FieldSchema> = {
  read: (reader, scope) => fieldSchema.read(reader, scope),
  write: (writer, value) => fieldSchema.write(writer, value),
}

const form: MessageCodec<WireForm> = message({
  fieldName: required(1, string, 'field_schema.field_name'),
  fieldType: required(2, fieldType, 'field_schema.field_type'),
  indexOptions: optional(3, indexOptions),
  analyzer: optional(4, string),
  index: optional(5, bool),
  sortAndAgg: optional(6, bool),
  store: optional(7, bool),
  fieldSchemas: repeated(8, embedded(self)),
  isArray: optional(9, bool),
  analyzerParameter: optional(10, bytes),
  isVirtualField: optional(11, bool),
  sourceFieldNames: repeated(12, string),
  dateFormats: repeated(13, string),
  enableHighlighting: optional(14, bool),
  vectorOptions: optional(15, embedded(vectorOptions)),
  jsonType: optional(16, jsonType),
})

export const fieldSchema: MessageCodec<FieldSchema> = bounded(
  'field',
  mapped(
    form,
    (field) => ({
      ...field,
      analyzerParameter: decodeAnalyzerParameter(field.analyzer, field.analyzerParameter),
    }),
    (field) => ({
      ...field,
      analyzerParameter: encodeAnalyzerParameter(field.analyzerParameter),
    }),
  ),
)
