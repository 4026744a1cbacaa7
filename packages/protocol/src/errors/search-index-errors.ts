import { limits } from '../limits.js'
import type { TablestoreError } from './tablestore-error.js'

type Make = (
  code: 'OTSParameterInvalid' | 'OTSMetaNotMatch' | 'OTSObjectNotExist' | 'OTSObjectAlreadyExist',
  message: string,
) => TablestoreError

/** The errors of operations on search indexes. */
export function searchIndexErrors(make: Make) {
  const invalid = (message: string): TablestoreError => make('OTSParameterInvalid', message)
  return {
    /** All operations on search indexes answer this, as the SDKs' search tests assert. */
    searchTableNotExist: (table: string) => invalid(`table [${table}] does not exist`),
    /** Every operation but ComputeSplits answers this. */
    searchIndexNotExist: (index: string) =>
      make('OTSObjectNotExist', `search index [${index}] does not exist`),
    /** ComputeSplits alone answers this, as the Python SDK's parallel-scan test asserts. */
    splitsIndexNotExist: (index: string) =>
      make('OTSMetaNotMatch', `search index [${index}] does not exist`),
    searchIndexAlreadyExist: (index: string) =>
      make('OTSObjectAlreadyExist', `search index [${index}] already exists`),
    tableHasSearchIndex: (table: string) =>
      invalid(`Table[${table}] who has at least one search index cannot be deleted.`),
    /** CreateSearchIndex answers this for a table whose rows expire although they may be updated. */
    tableTimeToLiveExists: () => invalid('operation is denied as table TTL exists'),
    /** UpdateTable answers this when rows could be updated although they expire from an index. */
    indexTimeToLiveExists: () => invalid('operation is denied as search index TTL exists'),
    searchLimitTooLarge: (limit: number, max: number) =>
      invalid(`Parameter limit must be at most ${max}, current limit is ${limit}`),
    /** ParallelScan answers this, because it reads the index alone. */
    scanOfAllColumns: () =>
      invalid('[columns_to_get.return_type] RETURN_ALL is not supported in ParallelScan'),
    noSearchIndexChange: () => invalid('No parameter is specified in UpdateSearchIndex.'),
    /** UpdateSearchIndex answers this: only an index and its reindex share weights or switch. */
    notBrotherIndex: (index: string, brother: string) =>
      invalid(`search index [${brother}] is not the reindex of search index [${index}]`),
    reindexName: (name: string) => invalid(`the name of a reindex must end with _reindex: ${name}`),
    hasReindex: (index: string) => invalid(`search index [${index}] has a reindex already`),
    reindexNotSynced: (index: string) =>
      invalid(`search index [${index}] has not caught up yet, please switch later`),
    tooManyIndexesInCreation: (limit: number) =>
      invalid(`the number of index in creating has exceed the instance quota, limit: ${limit}`),
    /** The index is given as "NAME:SECONDS". */
    timeToLiveBelowIndex: (table: number, index: string) =>
      invalid(
        `[table ttl] must be bigger than or equal search index ttl, but table ttl is ${table} and search index ttl is [${index}]`,
      ),
    /** `what` is a part of the request, such as sort.sorter, without brackets. */
    mustNotBeNull: (what: string) => invalid(`[${what}] must not be null`),
    invalidSearchParameter: (what: string, value: string | number) =>
      invalid(`[${what}] is invalid: ${value}`),
    searchTooMany: (what: string, limit: number) =>
      invalid(`The number of ${what} exceeds the limit, limit count: ${limit}.`),
    searchTooDeep: (what: string, limit: number) =>
      invalid(`The depth of ${what} exceeds the limit, limit depth: ${limit}.`),
    searchTooLong: (limit: number, queryType: string) =>
      invalid(`length of field value is longer than ${limit} for the [${queryType}] query`),
    queryFlowWeightCount: () =>
      invalid(`[query_flow_weight] must name ${limits.SEARCH_QUERY_FLOW_WEIGHTS} indexes`),
  } as const
}
