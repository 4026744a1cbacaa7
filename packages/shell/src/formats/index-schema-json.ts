import {
  type AnalyzerParameter,
  type FieldSchema,
  type IndexSchema,
  type Sort,
  type VectorOptions,
  fieldTypes,
  plainField,
} from '@rowhouse/protocol'
import { UseError } from '../errors.js'
import { Members, listOf } from '../json/members.js'
import type { JsonList, JsonValue } from '../json/json-parser.js'
import { readJson } from '../json/read-json.js'
import type { Writable } from '../json/write-json.js'
import { readSort, sortJson } from './sort-json.js'

/** Reads the schema of a search index in the form of `describe_search_index`. */
export function readIndexSchema(text: string, where: string): IndexSchema {
  const schema = new Members(readJson(text, where), where)
  const setting = schema.object('IndexSetting')
  const sort = schema.object('IndexSort')
  return {
    fieldSchemas: fieldsOf(listOf(schema.need('FieldSchemas'), 'FieldSchemas')),
    indexSetting: setting && {
      numberOfShards: undefined,
      routingFields: setting.texts('RoutingFields'),
      routingPartitionSize: setting.integer('RoutingPartitionSize'),
      enableCustomColumnVersion: undefined,
    },
    indexSort: sort && readSort(sort),
  }
}

const fieldsOf = (list: JsonList): FieldSchema[] => list.map(fieldOf)

function fieldOf(json: JsonValue): FieldSchema {
  const field = new Members(json, 'a field')
  const name = field.needText('FieldName')
  const typeName = field.needText('FieldType')
  const type = oneOf(typeName, fieldTypes)
  if (type === undefined) throw new UseError(`Invalid field type: ${typeName}`)
  const analyzer = field.text('Analyzer')?.toLowerCase()
  const parameter = field.object('AnalyzerParameter')
  const vector = field.object('VectorOptions')
  return plainField(name, type, {
    index: field.flag('Index'),
    indexOptions: oneOf(field.text('IndexOptions'), ['DOCS', 'FREQS', 'POSITIONS', 'OFFSETS']),
    analyzer,
    analyzerParameter: parameter && analyzerOf(analyzer, parameter),
    sortAndAgg: field.flag('EnableSortAndAgg'),
    enableHighlighting: field.flag('EnableHighlighting'),
    store: field.flag('Store'),
    isArray: field.flag('IsArray'),
    fieldSchemas: fieldsOf(field.list('FieldSchemas')),
    isVirtualField: field.flag('IsVirtualField'),
    sourceFieldNames: field.texts('SourceFieldNames', 'SourceFieldName'),
    dateFormats: field.texts('DateFormats'),
    vectorOptions: vector && vectorOf(vector),
    jsonType: oneOf(field.text('JsonType'), ['OBJECT', 'NESTED']),
  })
}

function analyzerOf(
  analyzer: string | undefined,
  parameter: Members,
): AnalyzerParameter | undefined {
  const caseSensitive = parameter.flag('CaseSensitive')
  switch (analyzer) {
    case undefined:
    case 'single_word':
      return { kind: 'single_word', caseSensitive, delimitWord: parameter.flag('DelimitWord') }
    case 'split':
      return { kind: 'split', caseSensitive, delimiter: parameter.text('Delimiter') }
    case 'fuzzy': {
      const minChars = parameter.integer('MinChars')
      return { kind: 'fuzzy', caseSensitive, minChars, maxChars: parameter.integer('MaxChars') }
    }
    default:
      return undefined
  }
}

function vectorOf(vector: Members): VectorOptions {
  const metric = vector.text('VectorMetricType', 'MetricType') ?? 'EUCLIDEAN'
  const metricType = oneOf(metric, ['EUCLIDEAN', 'COSINE', 'DOT_PRODUCT'])
  const dimension = vector.integer('Dimension')
  if (metricType === undefined) throw new UseError(`VectorMetricType is ${metric}`)
  if (dimension === undefined) throw new UseError('VectorOptions lacks Dimension')
  return { dataType: 'FLOAT_32', dimension, metricType }
}

const oneOf = <T extends string>(text: string | undefined, names: readonly T[]): T | undefined =>
  names.find((name) => name === text?.toUpperCase())

/** The members in the order of the service's tool, with null for unset ones. */
export const indexSchemaJson = ({
  indexSetting,
  fieldSchemas,
  indexSort,
}: IndexSchema): Writable => ({
  IndexSetting: { RoutingFields: orNull(indexSetting?.routingFields ?? []) },
  FieldSchemas: fieldSchemas.map(fieldJson),
  IndexSort: sortOrNull(indexSort),
})

const sortOrNull = (sort: Sort | undefined): Writable =>
  sort === undefined ? null : sortJson(sort)

const fieldJson = (field: FieldSchema): Writable => ({
  FieldName: field.fieldName,
  FieldType: field.fieldType,
  Index: field.index ?? null,
  IndexOptions: field.indexOptions ?? null,
  Analyzer: field.analyzer ?? null,
  AnalyzerParameter: analyzerJson(field.analyzerParameter),
  EnableSortAndAgg: field.sortAndAgg ?? null,
  EnableHighlighting: field.enableHighlighting ?? null,
  Store: field.store ?? null,
  IsArray: field.isArray ?? null,
  FieldSchemas: orNull(field.fieldSchemas.map(fieldJson)),
  IsVirtualField: field.isVirtualField ?? null,
  SourceFieldNames: orNull(field.sourceFieldNames),
  DateFormats: orNull(field.dateFormats),
  VectorOptions: vectorJson(field.vectorOptions),
  ...(field.jsonType !== undefined && { JsonType: field.jsonType }),
})

function analyzerJson(parameter: AnalyzerParameter | undefined): Writable {
  const caseSensitive = parameter?.caseSensitive ?? null
  switch (parameter?.kind) {
    case undefined:
      return null
    case 'single_word':
      return { CaseSensitive: caseSensitive, DelimitWord: parameter.delimitWord ?? null }
    case 'split':
      return { CaseSensitive: caseSensitive, Delimiter: parameter.delimiter ?? null }
    case 'fuzzy': {
      const { minChars, maxChars } = parameter
      return {
        CaseSensitive: caseSensitive,
        MinChars: minChars ?? null,
        MaxChars: maxChars ?? null,
      }
    }
  }
}

const vectorJson = (vector: VectorOptions | undefined): Writable =>
  vector === undefined
    ? null
    : {
        VectorDataType: vector.dataType,
        Dimension: vector.dimension,
        VectorMetricType: vector.metricType,
      }

const orNull = (list: readonly Writable[]): Writable => (list.length === 0 ? null : list)
