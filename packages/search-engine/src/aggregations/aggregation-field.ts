import { errors } from '@rowhouse/protocol'
import { type QueryScope, chainOf } from '../queries/scope.js'
import type { FieldLayout, LeafType } from '../schema/index-layout.js'
import type { Level } from '../segments/level.js'
import { type FoundField, findField } from './columns/value-places.js'

/** The field that an aggregation names, and the path from rows to it. */
export interface AggregatedField {
  readonly layout: FieldLayout
  readonly find: (rows: Level) => FoundField | undefined
}

/** The fields that aggregations of one level can name. */
export interface AggregationScope {
  readonly query: QueryScope
  /**
   * A group-by of a nested field allows nothing nested below it, as the Python SDK's tests assert.
   */
  readonly isBelowNested: boolean
}

export interface FieldRule {
  /** The name in error texts: `avg`, `distinct count`, `group_by_field`. */
  readonly kind: string
  readonly isMetric: boolean
  readonly allowed: readonly LeafType[]
  /** The list of types in error texts; undefined lists all allowed types. */
  readonly shown?: string
}

/**
 * The flag `sort_and_agg` is not required: the Python and PHP SDKs' tests aggregate fields without
 * it.
 */
export function aggregatedField(
  name: string,
  scope: AggregationScope,
  rule: FieldRule,
): AggregatedField {
  const { layout } = scope.query
  const field = layout.fields.get(name)
  if (field === undefined) {
    if (layout.levels.has(name)) throw wrongType(name, 'nested', rule)
    if (rule.isMetric) throw errors.aggregatedFieldNotExist(rule.kind, name)
    throw errors.parameterInvalid(`[${rule.kind}] field: ${name} does not exist`)
  }
  if (!rule.allowed.includes(field.type) || !field.hasColumn) {
    throw wrongType(name, field.type.toLowerCase(), rule)
  }
  if (field.level !== '' && scope.isBelowNested) throw errors.nestedAggregationRecursive()
  const chain = chainOf(layout, field.level)
  return { layout: field, find: (rows) => findField(rows, chain, field.name) }
}

function wrongType(name: string, type: string, rule: FieldRule): Error {
  const { kind, isMetric, allowed, shown } = rule
  const types = shown ?? allowed.map((leaf) => leaf.toLowerCase()).join(', ')
  if (isMetric) return errors.aggregatedFieldType(kind, `${name} type:${type}`, types)
  return errors.parameterInvalid(
    `[${kind}] field_name:${name} type:${type} is invalid, allow [${types}]`,
  )
}
