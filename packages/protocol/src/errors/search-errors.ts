import { limits } from '../limits.js'
import type { TablestoreError } from './tablestore-error.js'

type Make = (code: 'OTSParameterInvalid' | 'OTSSessionExpired', message: string) => TablestoreError

/** The errors of Search and ParallelScan. */
export function searchErrors(make: Make) {
  const invalid = (message: string): TablestoreError => make('OTSParameterInvalid', message)
  return {
    /** The service's general text for a query that does not fit the index. */
    queryFailed: () => invalid('failed to query index, please check the request parameter'),
    fieldNotIndexed: () =>
      invalid("failed to query index, please check if 'Index' is enabled for query fields."),
    /** The text is in the service's FAQ. */
    emptyBoolQuery: () => invalid('[bool_query] sub query must not be null'),
    highlightNotSupported: (field: string) =>
      invalid(`highlighting is not supported for field[${field}]`),
    offsetLimitTooLarge: (offset: number, limit: number) =>
      invalid(
        `Parameter limit + offset must be less than ${limits.SEARCH_OFFSET_LIMIT_MAX}, current offset is ${offset}, limit is ${limit}`,
      ),
    /** `kind` is the aggregation's name on the wire: avg, max, min, sum, count, distinct count. */
    aggregatedFieldNotExist: (kind: string, field: string) =>
      invalid(`[${kind} agg] field: ${field} does not exist`),
    /** The field is given as "NAME type:TYPE". Types are in lower case, as in the Go SDK's search tests. */
    aggregatedFieldType: (kind: string, fieldAndType: string, allowed = 'long, double') =>
      invalid(`[${kind} agg] field_name:${fieldAndType} is invalid, allow [${allowed}]`),
    nestedAggregationRecursive: () =>
      invalid('nested field aggregation/groupby must not be recursive.'),
    emptyAggregationName: () => invalid('[agg_name] must not be empty'),
    emptyGroupByName: () => invalid('[group_by_name] must not be empty'),
    duplicateAggregationName: (name: string) => invalid(`[agg_name] is duplicated: ${name}`),
    duplicateGroupByName: (name: string) => invalid(`[group_by_name] is duplicated: ${name}`),

    // ParallelScan, as the Python SDK's parallel-scan test asserts
    splitsOptionsMissing: () => invalid('[search index splits options] must not be null'),
    parallelIdOutOfRange: (maxParallel: number, id: number) =>
      invalid(
        `[parallel_scan.current_parallel_id] must in [0, max_parallel), current max_parallel is ${maxParallel}, current_parallel_id is ${id}`,
      ),
    maxParallelOutOfRange: (splits: number, maxParallel: number) =>
      invalid(
        `[parallel_scan.max_parallel_id] must in (0 ,${splits}], current max_parallel_id is ${maxParallel}`,
      ),
    scanSessionExpired: () =>
      make(
        'OTSSessionExpired',
        "ScanQuery'session is expired, please retry ComputeSplitsRequest and ScanQuery.",
      ),
  } as const
}
