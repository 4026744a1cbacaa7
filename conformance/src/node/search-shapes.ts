/** The numbers of the SDK's enums, which its types do not have. */
export const FieldType = {
  LONG: 1,
  DOUBLE: 2,
  BOOLEAN: 3,
  KEYWORD: 4,
  TEXT: 5,
  NESTED: 6,
  GEO_POINT: 7,
  DATE: 8,
  VECTOR: 9,
  // The SDK has no names for these, but passes their numbers on.
  FUZZY_KEYWORD: 10,
  IP: 11,
} as const

export const QueryType = {
  MATCH: 1,
  MATCH_PHRASE: 2,
  TERM: 3,
  RANGE: 4,
  PREFIX: 5,
  BOOL: 6,
  CONST_SCORE: 7,
  FUNCTION_SCORE: 8,
  NESTED: 9,
  WILDCARD: 10,
  MATCH_ALL: 11,
  GEO_BOUNDING_BOX: 12,
  GEO_DISTANCE: 13,
  GEO_POLYGON: 14,
  TERMS: 15,
  EXISTS: 16,
  KNN_VECTOR: 17,
  FUNCTIONS_SCORE: 18,
} as const

export const ReturnType = { ALL: 1, SPECIFIED: 2, NONE: 3, ALL_FROM_INDEX: 4 } as const

export const SyncPhase = { FULL: 1, INCR: 2 } as const

const UNSORTED: readonly string[] = ['TEXT', 'NESTED', 'VECTOR', 'FUZZY_KEYWORD']

/** A field in the SDK's form; this SDK cannot send false for a flag. */
export interface Field {
  readonly fieldName: string
  readonly fieldType: number
  readonly [option: string]: unknown
}

export const field = (
  fieldName: string,
  type: keyof typeof FieldType,
  options: Readonly<Record<string, unknown>> = {},
): Field => ({
  fieldName,
  fieldType: FieldType[type],
  index: true,
  enableSortAndAgg: !UNSORTED.includes(type),
  store: type !== 'NESTED',
  isAnArray: false,
  ...options,
})

export interface SdkQuery {
  readonly queryType: number
  readonly query?: Readonly<Record<string, unknown>>
}

export const matchAll: SdkQuery = { queryType: QueryType.MATCH_ALL }

export const query = (
  type: keyof typeof QueryType,
  members: Readonly<Record<string, unknown>>,
): SdkQuery => ({ queryType: QueryType[type], query: members })
