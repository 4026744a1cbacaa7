import type { DescribeSearchIndexReply } from '../operations/describe-search-index.js'
import type { SearchReply } from '../operations/search.js'
import type { CapacityUnit } from '../operations/shared.js'
import type { AggregationResult } from '../search/aggregations/aggregation-result.js'
import type { GroupByResult, SubResults } from '../search/aggregations/group-by-result.js'
import type { SearchHit } from '../search/reply/search-hit.js'
import { loadMessageSchema } from './message-schema.js'
import { type Form, variantForm } from './search-query-forms.js'
import { indexSchemaForm } from './search-request-forms.js'

/** Replies in the form of the published schema. */
const schema = loadMessageSchema()

function aggregationForm(result: AggregationResult): Form {
  const { name } = result
  const of = (type: number, message: string, body: Form): Form => ({
    name,
    type,
    aggResult: schema.encode(message, body),
  })
  switch (result.kind) {
    case 'avg':
      return of(1, 'AvgAggregationResult', { value: result.value })
    case 'max':
      return of(2, 'MaxAggregationResult', { value: result.value })
    case 'min':
      return of(3, 'MinAggregationResult', { value: result.value })
    case 'sum':
      return of(4, 'SumAggregationResult', { value: result.value })
    case 'count':
      return of(5, 'CountAggregationResult', { value: String(result.value) })
    case 'distinctCount':
      return of(6, 'DistinctCountAggregationResult', { value: String(result.value) })
    case 'topRows':
      return of(7, 'TopRowsAggregationResult', { rows: result.rows })
    case 'percentiles':
      return of(8, 'PercentilesAggregationResult', {
        percentilesAggregationItems: result.items.map(({ key, value }) => ({
          key,
          value: variantForm(value),
        })),
      })
  }
}

function aggregationsForm(results: readonly AggregationResult[]): Form | undefined {
  return results.length === 0 ? undefined : { aggResults: results.map(aggregationForm) }
}

function groupBysForm(results: readonly GroupByResult[]): Form | undefined {
  return results.length === 0 ? undefined : { groupByResults: results.map(groupByForm) }
}

function subForm({ subAggregations, subGroupBys }: SubResults): Form {
  return {
    subAggsResult: aggregationsForm(subAggregations),
    subGroupBysResult: groupBysForm(subGroupBys),
  }
}

type Item = SubResults & { readonly rowCount: number }

function groupByForm(result: GroupByResult): Form {
  const { name } = result
  const of = (type: number, message: string, body: Form): Form => ({
    name,
    type,
    groupByResult: schema.encode(message, body),
  })
  const items = result.items.map((item) => ({ ...itemForm(item), ...subForm(item) }))
  switch (result.kind) {
    case 'field':
      return of(1, 'GroupByFieldResult', { groupByFieldResultItems: items })
    case 'range':
      return of(2, 'GroupByRangeResult', { groupByRangeResultItems: items })
    case 'filter':
      return of(3, 'GroupByFilterResult', { groupByFilterResultItems: items })
    case 'geoDistance':
      return of(4, 'GroupByGeoDistanceResult', { groupByGeoDistanceResultItems: items })
    case 'histogram':
      return of(5, 'GroupByHistogramResult', {
        groupByHistograItems: result.items.map((item) => ({
          key: variantForm(item.key),
          value: String(item.rowCount),
          ...subForm(item),
        })),
      })
    case 'dateHistogram':
      return of(6, 'GroupByDateHistogramResult', { groupByDateHistogramItems: items })
    case 'geoGrid':
      return of(7, 'GroupByGeoGridResult', {
        groupByGeoGridResultItems: result.items.map((item) => ({
          ...itemForm(item),
          geoGrid: { topLeft: item.topLeft, bottomRight: item.bottomRight },
          ...subForm(item),
        })),
      })
    case 'composite':
      return of(8, 'GroupByCompositeResult', {
        groupByCompositeResultItems: result.items.map((item) => ({
          ...itemForm(item),
          keys: item.keys.map((key) => key ?? ''),
          isNullKeys: item.keys.map((key) => key === null),
          ...subForm(item),
        })),
        sourceGroupByNames: result.sourceNames,
        nextToken: result.nextToken,
      })
  }
}

function itemForm(item: Item): Form {
  return { ...item, rowCount: String(item.rowCount) }
}

function hitForm({ score, highlight, innerHits, nestedDocOffset }: SearchHit): Form {
  return {
    score,
    highlightResult: highlight && {
      highlightFields: highlight.map(({ fieldName, fragments }) => ({
        fieldName,
        fieldFragments: fragments,
      })),
    },
    searchInnerHits: innerHits.map(({ path, hits }) => ({ path, searchHits: hits.map(hitForm) })),
    nestedDocOffset,
  }
}

function consumedForm(unit: CapacityUnit | undefined): Form | undefined {
  return unit && { capacityUnit: unit }
}

export function searchReplyForm(reply: SearchReply): Form {
  const aggs = aggregationsForm(reply.aggregations)
  const groupBys = groupBysForm(reply.groupBys)
  return {
    totalHits: String(reply.totalHits),
    rows: reply.rows,
    isAllSucceeded: reply.isAllSucceeded,
    searchHits: reply.searchHits.map(hitForm),
    nextToken: reply.nextToken,
    aggs: aggs && schema.encode('AggregationsResult', aggs),
    groupBys: groupBys && schema.encode('GroupBysResult', groupBys),
    consumed: consumedForm(reply.consumed),
    reservedConsumed: consumedForm(reply.reservedConsumed),
  }
}

export function describeSearchIndexForm(reply: DescribeSearchIndexReply): Form {
  const { syncStat, meteringInfo, indexStatus } = reply
  return {
    ...reply,
    schema: indexSchemaForm(reply.schema),
    syncStat: syncStat && { ...syncStat, syncPhase: { FULL: 1, INCR: 2 }[syncStat.syncPhase] },
    meteringInfo: meteringInfo && {
      ...meteringInfo,
      storageSize: String(meteringInfo.storageSize),
      rowCount: String(meteringInfo.rowCount),
      reservedReadCu: String(meteringInfo.reservedReadCu),
    },
    createTime: String(reply.createTime),
    indexStatus: {
      status: { PENDING: 1, FAILED: 2, RUNNING: 3 }[indexStatus.status],
      statusDescription: indexStatus.description,
    },
  }
}
