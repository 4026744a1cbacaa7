/** Numbers of the SDK's enumerations, of which its types know nothing. */
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
} as const

export const QueryType = {
  MATCH: 1,
  MATCH_PHRASE: 2,
  TERM: 3,
  RANGE: 4,
  PREFIX: 5,
  BOOL: 6,
  MATCH_ALL: 11,
  EXISTS: 16,
} as const

export const ReturnType = { ALL: 1, SPECIFIED: 2, NONE: 3, ALL_FROM_INDEX: 4 } as const

export const SyncPhase = { FULL: 1, INCR: 2 } as const

/** A field as the SDK wants it; this SDK cannot say that a flag is off. */
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
  enableSortAndAgg: type !== 'TEXT' && type !== 'NESTED' && type !== 'VECTOR',
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
