import type { ComputeSplitsRequest } from '../operations/compute-splits.js'
import type { CreateSearchIndexRequest } from '../operations/create-search-index.js'
import type { ParallelScanRequest } from '../operations/parallel-scan.js'
import type { SearchRequest } from '../operations/search.js'
import type { UpdateSearchIndexRequest } from '../operations/update-search-index.js'
import type { SearchColumnsToGet } from '../search/columns-to-get.js'
import type { AnalyzerParameter } from '../search/schema/analyzer-parameter.js'
import type { FieldSchema, VectorOptions } from '../search/schema/field-schema.js'
import type { IndexSchema } from '../search/schema/index-schema.js'
import { loadMessageSchema } from './message-schema.js'
import { aggregationsForm, groupBysForm } from './search-aggregation-forms.js'
import {
  type Form,
  highlightForm,
  optionalQueryForm,
  optionalSortForm,
  queryForm,
} from './search-query-forms.js'

/** Schemas and requests in the form of the published schema. */
const schema = loadMessageSchema()

const analyzerMessages = {
  single_word: 'SingleWordAnalyzerParameter',
  split: 'SplitAnalyzerParameter',
  fuzzy: 'FuzzyAnalyzerParameter',
}

function analyzerForm(parameter: AnalyzerParameter | undefined): Buffer | undefined {
  return parameter && schema.encode(analyzerMessages[parameter.kind], parameter)
}

function vectorForm(options: VectorOptions | undefined): Form | undefined {
  return (
    options && {
      dataType: 2,
      dimension: options.dimension,
      metricType: { EUCLIDEAN: 0, COSINE: 1, DOT_PRODUCT: 2 }[options.metricType],
    }
  )
}

function fieldForm(field: FieldSchema): Form {
  const { indexOptions, jsonType } = field
  return {
    ...field,
    indexOptions: indexOptions && { DOCS: 1, FREQS: 2, POSITIONS: 3, OFFSETS: 4 }[indexOptions],
    analyzerParameter: analyzerForm(field.analyzerParameter),
    fieldSchemas: field.fieldSchemas.map(fieldForm),
    vectorOptions: vectorForm(field.vectorOptions),
    jsonType: jsonType && { OBJECT: 1, NESTED: 2 }[jsonType],
  }
}

export function indexSchemaForm(index: IndexSchema): Form {
  return {
    fieldSchemas: index.fieldSchemas.map(fieldForm),
    indexSetting: index.indexSetting,
    indexSort: optionalSortForm(index.indexSort),
  }
}

export function createSearchIndexForm(request: CreateSearchIndexRequest): Form {
  return { ...request, schema: request.schema && indexSchemaForm(request.schema) }
}

export function updateSearchIndexForm(request: UpdateSearchIndexRequest): Form {
  return { ...request, addedFieldSchemas: request.addedFieldSchemas.map(fieldForm) }
}

export function computeSplitsForm({ tableName, indexName }: ComputeSplitsRequest): Form {
  return { tableName, searchIndexSplitsOptions: { indexName } }
}

function columnsForm({ returnType, columnNames }: SearchColumnsToGet): Form {
  return {
    returnType: { ALL: 1, SPECIFIED: 2, NONE: 3, ALL_FROM_INDEX: 4 }[returnType],
    columnNames,
  }
}

export function searchRequestForm({ searchQuery, ...request }: SearchRequest): Form {
  return {
    ...request,
    columnsToGet: columnsForm(request.columnsToGet),
    searchQuery: schema.encode('SearchQuery', {
      offset: searchQuery.offset,
      limit: searchQuery.limit,
      query: queryForm(searchQuery.query),
      collapse:
        searchQuery.collapse === undefined ? undefined : { fieldName: searchQuery.collapse },
      sort: optionalSortForm(searchQuery.sort),
      token: searchQuery.token,
      aggs: aggregationsForm(searchQuery.aggregations),
      groupBys: groupBysForm(searchQuery.groupBys),
      highlight: highlightForm(searchQuery.highlight),
      trackTotalCount: searchQuery.trackTotalCount,
      filter: searchQuery.filter && { query: optionalQueryForm(searchQuery.filter) },
    }),
  }
}

export function parallelScanForm({ scanQuery, ...request }: ParallelScanRequest): Form {
  return {
    ...request,
    columnsToGet: columnsForm(request.columnsToGet),
    scanQuery: { ...scanQuery, query: queryForm(scanQuery.query) },
  }
}
