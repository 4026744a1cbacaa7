import { aggregate } from '@rowhouse/client'
import {
  type Aggregation,
  type GroupBy,
  type MetricAggregation,
  type SearchQuery,
  TrackTotalCount,
} from '@rowhouse/protocol'
import { UseError } from '../errors.js'
import { Members } from '../json/members.js'
import type { JsonValue } from '../json/json-parser.js'
import { readJson } from '../json/read-json.js'
import { readQuery } from './read-query.js'
import { readSort } from './sort-json.js'
import { termOf } from './read-term.js'

/** Reads a search in the Go SDK's form, or only its query; `{}` finds all rows. */
export function readSearch(text: string, where: string): SearchQuery {
  const json = readJson(text, where)
  const search = new Members(json, where)
  const isQueryAlone = search.text('Name') !== undefined
  const query = isQueryAlone ? json : search.get('Query')
  const sort = search.object('Sort')
  const token = search.text('Token')
  return {
    offset: search.integer('Offset') ?? 0,
    limit: search.integer('Limit'),
    query: query === undefined ? { kind: 'matchAll' } : readQuery(query),
    collapse: search.object('Collapse')?.needText('FieldName'),
    sort: sort && readSort(sort),
    trackTotalCount:
      search.flag('GetTotalCount') === true ? TrackTotalCount.ALL : TrackTotalCount.OFF,
    token: token === undefined ? undefined : Buffer.from(token, 'base64'),
    aggregations: search.list('Aggregations').map(readAggregation),
    groupBys: search.list('GroupBys').map(readGroup),
    highlight: undefined,
    filter: undefined,
  }
}

function readAggregation(json: JsonValue): Aggregation {
  const members = new Members(json, 'an aggregation')
  const kind = members.needText('Name')
  const body = members.needObject('Aggregation')
  const name = body.needText('AggName')
  return { ...metricOf(kind, body), name }
}

function metricOf(kind: string, body: Members): MetricAggregation {
  const field = body.needText('Field', 'FieldName')
  const missingValue = body.get('MissingValue')
  const missing =
    missingValue === undefined ? {} : { missing: termOf(missingValue, 'MissingValue') }
  switch (kind.toLowerCase()) {
    case 'avg':
      return aggregate.average(field, missing)
    case 'max':
      return aggregate.maximum(field, missing)
    case 'min':
      return aggregate.minimum(field, missing)
    case 'sum':
      return aggregate.sum(field, missing)
    case 'distinct_count':
      return aggregate.distinctCount(field, missing)
    case 'count':
      return aggregate.count(field)
    default:
      throw new UseError(
        `Unknown aggregation type: ${kind}; the shell takes avg, max, min, sum, distinct_count and count`,
      )
  }
}

function readGroup(json: JsonValue): GroupBy {
  const members = new Members(json, 'a group-by')
  const kind = members.needText('Name').toLowerCase()
  if (kind !== 'group_by_field' && kind !== 'field') {
    throw new UseError(`Unknown group-by type: ${kind}; the shell takes group_by_field`)
  }
  const body = members.needObject('GroupBy')
  return {
    kind: 'field',
    name: body.needText('GroupByName', 'GroupName'),
    fieldName: body.needText('Field', 'FieldName'),
    size: body.integer('Size'),
    sort: undefined,
    minDocCount: undefined,
    subAggregations: body.list('SubAggregations', 'SubAggs').map(readAggregation),
    subGroupBys: body.list('SubGroupBys').map(readGroup),
  }
}
