import {
  type FieldSort,
  type GeoDistanceSort,
  type SearchVariant,
  type Sort,
  type Sorter,
  errors,
} from '@rowhouse/protocol'
import { NO_MORE } from '../queries/doc-set.js'
import type { CompileQuery } from '../queries/compile-query.js'
import type { SearchContext } from '../queries/query.js'
import { type QueryScope, chainOf, isBelow, queryError } from '../queries/scope.js'
import { isNumeric } from '../queries/term.js'
import { numericPoint } from '../queries/values/numeric-bounds.js'
import type { FieldLayout, LeafType } from '../schema/index-layout.js'
import type { Level } from '../segments/level.js'
import {
  type ChildFilter,
  type Missing,
  type SortMode,
  type ValuesOf,
  documentValues,
  nestedKey,
  valueKey,
} from './keys/field-key.js'
import { geoDistanceValues } from './keys/geo-distance-key.js'
import { documentKey, primaryKeyKey, scoreKey } from './keys/simple-keys.js'
import { fieldRuns } from './field-runs.js'
import { numbersReader } from './column-values.js'
import type { NumbersOf, SortKey } from './sort-key.js'
import type { SortedRuns } from './sorted-runs.js'
import { integerSortValue } from './sort-value.js'

/** A search's sorters resolved against the layout; they fit any snapshot. */
export interface CompiledSort {
  readonly needsScores: boolean
  /** All sorters, with the tie-breaker. */
  readonly effective: Sort
  keys(context: SearchContext): readonly SortKey[]
}

type KeyOf = (context: SearchContext) => SortKey

const SORTABLE: readonly LeafType[] = ['LONG', 'DOUBLE', 'BOOLEAN', 'DATE', 'KEYWORD', 'IP']

/**
 * The primary key breaks ties unless the request disables that, so that pages by token lose
 * nothing.
 */
export function compileSort(sort: Sort, scope: QueryScope, compile: CompileQuery): CompiledSort {
  const sorters = [...sort.sorters]
  const hasPrimaryKey = sorters.some(({ kind }) => kind === 'primaryKey')
  if (!hasPrimaryKey && !sort.disableDefaultPrimaryKeySorter) {
    sorters.push({ kind: 'primaryKey', order: 'ASC' })
  }
  const makers = sorters.map((sorter) => keyOf(sorter, scope, compile))
  return {
    effective: { ...sort, sorters },
    needsScores: sorters.some(({ kind }) => kind === 'score'),
    keys: (context) => makers.map((make) => make(context)),
  }
}

/**
 * The sorters of inner hits. Children of one row share its key, so ties are broken by their
 * position in the array.
 */
export function compileInnerSort(
  sort: Sort | undefined,
  scope: QueryScope,
  compile: CompileQuery,
): Omit<CompiledSort, 'effective'> {
  const sorters = (sort?.sorters ?? []).filter(({ kind }) => kind !== 'primaryKey')
  const makers = sorters.map((sorter): KeyOf => {
    if (sorter.kind === 'doc') return () => documentKey(sorter.order === 'DESC')
    return keyOf(sorter, scope, compile)
  })
  return {
    needsScores: sorters.some(({ kind }) => kind === 'score'),
    keys: (context) => makers.map((make) => make(context)),
  }
}

function keyOf(sorter: Sorter, scope: QueryScope, compile: CompileQuery): KeyOf {
  const isDescending = sorter.order === 'DESC'
  switch (sorter.kind) {
    case 'field':
      return fieldKeyOf(sorter, isDescending, scope, compile)
    case 'geoDistance':
      return geoKeyOf(sorter, isDescending, scope, compile)
    case 'score':
      return () => scoreKey(isDescending)
    case 'primaryKey':
      return () => primaryKeyKey(isDescending, isInKeyOrder(scope))
    case 'doc':
      throw queryError('[doc_sort] is for inner hits alone')
  }
}

/**
 * Whether segments hold their rows in key order: the index has no sort of its own, or sorts by
 * ascending key.
 */
function isInKeyOrder({ layout }: QueryScope): boolean {
  const [first] = layout.sort
  return first === undefined || (first.kind === 'primaryKey' && !first.isDescending)
}

function fieldKeyOf(
  sorter: FieldSort,
  isDescending: boolean,
  scope: QueryScope,
  compile: CompileQuery,
): KeyOf {
  const field = sortable(scope, sorter.fieldName, SORTABLE)
  const mode = sorter.mode ?? (isDescending ? 'MAX' : 'MIN')
  const missing = missingOf(field, sorter.missingValue)
  if (mode === 'AVG' && !isNumeric(field)) {
    throw errors.invalidSearchParameter('field_sort.mode', 'AVG')
  }
  const others = sorter.missingFields.map((name) => besides(field, name, scope))
  const sources = [field, ...others].map(
    ({ name }): ValuesOf =>
      (level) =>
        documentValues(level.field(name), mode),
  )
  const hasRuns = others.length === 0 && typeof missing !== 'object'
  const runsOf = (level: Level): SortedRuns | undefined =>
    hasRuns
      ? fieldRuns(level, field.name, { isDescending, missingFirst: missing === 'first', mode })
      : undefined
  // With several fields the value can be in any of them, so there is no batch to read.
  const numbersOf = (level: Level): NumbersOf | undefined => {
    const reader = others.length === 0 ? level.field(field.name) : undefined
    return reader?.kind === 'numeric' ? numbersReader(reader) : undefined
  }
  const parts = { isDescending, missing, sources, mode, runsOf, numbersOf }
  return levelKeyOf(sorter, field, parts, scope, compile)
}

/** The sources that stand in for a missing value: fields of the same type, on the same rows. */
function besides(field: FieldLayout, name: string, scope: QueryScope): FieldLayout {
  const other = sortable(scope, name, [field.type])
  if (other.level === field.level) return other
  throw queryError(`[sort] field: ${name} is not beside ${field.name}`)
}

function geoKeyOf(
  sorter: GeoDistanceSort,
  isDescending: boolean,
  scope: QueryScope,
  compile: CompileQuery,
): KeyOf {
  const field = sortable(scope, sorter.fieldName, ['GEO_POINT'])
  const mode = sorter.mode ?? (isDescending ? 'MAX' : 'MIN')
  const distances = { points: sorter.points, mode, type: sorter.distanceType }
  const source: ValuesOf = (level) => geoDistanceValues(level.field(field.name), distances)
  const sources = [source]
  const parts: SortParts = { isDescending, missing: 'last', sources, mode, runsOf: () => undefined }
  return levelKeyOf(sorter, field, parts, scope, compile)
}

interface SortParts {
  readonly isDescending: boolean
  readonly missing: Missing
  readonly sources: readonly ValuesOf[]
  readonly mode: SortMode
  readonly runsOf: (level: Level) => SortedRuns | undefined
  readonly numbersOf?: (level: Level) => NumbersOf | undefined
}

/** The key of a field of the level itself, or of a level below it. */
function levelKeyOf(
  sorter: FieldSort | GeoDistanceSort,
  field: FieldLayout,
  parts: SortParts,
  scope: QueryScope,
  compile: CompileQuery,
): KeyOf {
  if (field.level === scope.level.path) {
    if (sorter.nestedFilter !== undefined) {
      throw queryError(`[nested_filter] field: ${field.name} is not below a nested path`)
    }
    const key = valueKey(parts)
    return () => key
  }
  if (!isBelow(scope.layout, field.level, scope.level.path)) {
    throw queryError(`[sort] field: ${field.name} is not below [${scope.level.path}]`)
  }
  const above = chainOf(scope.layout, scope.level.path).length
  const path = chainOf(scope.layout, field.level).slice(above)
  const filter = childFilterOf(sorter, field, scope, compile)
  return (context) => nestedKey({ ...parts, path, accepts: filter(context) })
}

function childFilterOf(
  { nestedFilter }: FieldSort | GeoDistanceSort,
  field: FieldLayout,
  scope: QueryScope,
  compile: CompileQuery,
): (context: SearchContext) => ChildFilter {
  if (nestedFilter === undefined) return () => () => undefined
  const level = scope.layout.levels.get(nestedFilter.path)
  if (level === undefined || level.path !== field.level) {
    throw queryError(`[nested_filter] path: ${nestedFilter.path} is not that of ${field.name}`)
  }
  const query = compile(nestedFilter.filter, { ...scope, level })
  return (context) => {
    const weight = query.weight({ ...context, scores: false })
    return (view, reader) => {
      const scorer = weight.scorer(view, reader)
      if (scorer === undefined) return () => false
      return (child) => {
        if (scorer.document < child && scorer.document !== NO_MORE) scorer.advance(child)
        return scorer.document === child
      }
    }
  }
}

function sortable(scope: QueryScope, name: string, allowed: readonly LeafType[]): FieldLayout {
  const field = scope.layout.fields.get(name)
  if (field === undefined) throw queryError(`[sort] field: ${name} does not exist`)
  if (allowed.includes(field.type)) return field
  const types = allowed.map((type) => type.toLowerCase()).join(', ')
  throw queryError(
    `[sort] field_name:${name} type:${field.type.toLowerCase()} is invalid, allow [${types}]`,
  )
}

function missingOf(field: FieldLayout, value: SearchVariant | undefined): Missing {
  if (value === undefined || value === '_last') return 'last'
  if (value === '_first') return 'first'
  switch (field.type) {
    case 'KEYWORD':
      if (typeof value !== 'string') break
      return { value: Buffer.from(value, 'utf8') }
    case 'LONG':
    case 'DOUBLE':
    case 'BOOLEAN':
    case 'DATE': {
      const { kind, low } = numericPoint(field, value)
      return { value: kind === 'double' ? low : integerSortValue(low) }
    }
    default:
  }
  throw errors.invalidSearchParameter('field_sort.missing_value', String(value))
}
