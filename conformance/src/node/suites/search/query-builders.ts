import { query, type SdkQuery } from '../../search-shapes.js'
import { toSdkValue, type Value } from '../../values.js'

type Members = Readonly<Record<string, unknown>>

export const term = (fieldName: string, value: Value, more: Members = {}): SdkQuery =>
  query('TERM', { fieldName, term: toSdkValue(value), ...more })

export const terms = (fieldName: string, values: readonly Value[], more: Members = {}): SdkQuery =>
  query('TERMS', { fieldName, terms: values.map(toSdkValue), ...more })

export interface Bounds {
  readonly from?: Value
  readonly to?: Value
  readonly lower?: boolean
  readonly upper?: boolean
}

/** By default the lower bound is inclusive and the upper one exclusive. */
export const range = (fieldName: string, bounds: Bounds): SdkQuery =>
  query('RANGE', {
    fieldName,
    ...(bounds.from !== undefined && { rangeFrom: toSdkValue(bounds.from) }),
    ...(bounds.to !== undefined && { rangeTo: toSdkValue(bounds.to) }),
    includeLower: bounds.lower ?? true,
    includeUpper: bounds.upper ?? false,
  })

export const match = (fieldName: string, text: string, more: Members = {}): SdkQuery =>
  query('MATCH', { fieldName, text, ...more })

export const phrase = (fieldName: string, text: string, more: Members = {}): SdkQuery =>
  query('MATCH_PHRASE', { fieldName, text, ...more })

export const prefix = (fieldName: string, text: string): SdkQuery =>
  query('PREFIX', { fieldName, prefix: text })

export const wildcard = (fieldName: string, value: string): SdkQuery =>
  query('WILDCARD', { fieldName, value })

export const exists = (fieldName: string): SdkQuery => query('EXISTS', { fieldName })

export const constScore = (filter: SdkQuery): SdkQuery => query('CONST_SCORE', { filter })

export interface Clauses {
  readonly must?: readonly SdkQuery[]
  readonly mustNot?: readonly SdkQuery[]
  readonly filter?: readonly SdkQuery[]
  readonly should?: readonly SdkQuery[]
  readonly atLeast?: number
}

/** This SDK requires a number when there are should-clauses. */
export const bool = ({ must, mustNot, filter, should, atLeast = 1 }: Clauses): SdkQuery =>
  query('BOOL', {
    mustQueries: must,
    mustNotQueries: mustNot,
    filterQueries: filter,
    shouldQueries: should,
    minimumShouldMatch: atLeast,
  })

export const nested = (path: string, asked: SdkQuery, more: Members = {}): SdkQuery =>
  query('NESTED', { path, query: asked, ...more })

export const geoDistance = (fieldName: string, centerPoint: string, distance: number): SdkQuery =>
  query('GEO_DISTANCE', { fieldName, centerPoint, distance })

export const geoBox = (fieldName: string, topLeft: string, bottomRight: string): SdkQuery =>
  query('GEO_BOUNDING_BOX', { fieldName, topLeft, bottomRight })

export const geoPolygon = (fieldName: string, points: readonly string[]): SdkQuery =>
  query('GEO_POLYGON', { fieldName, points })

export const nearest = (
  fieldName: string,
  topK: number,
  float32QueryVector: readonly number[],
  more: Members = {},
): SdkQuery => query('KNN_VECTOR', { fieldName, topK, float32QueryVector, ...more })
