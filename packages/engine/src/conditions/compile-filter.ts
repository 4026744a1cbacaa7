import {
  type Comparator,
  type CompositeFilter,
  type Filter,
  type SingleColumnFilter,
  type Variant,
  compareVariants,
  variantType,
} from '@rowhouse/protocol'
import { compileTransfer } from './value-transfer.js'

/**
 * Returns the versions of a column, newest first, or undefined when the row does not have it (or did not
 * select it). Primary-key columns have one version.
 */
export type VersionsOf = (columnName: string) => readonly Variant[] | undefined

/** Tells whether a row passes the filter. */
export type RowPredicate = (versionsOf: VersionsOf) => boolean

/** Compiles a filter once per request. Pagination excludes no rows, so every row passes it. */
export const compileFilter = (filter: Filter): RowPredicate => {
  switch (filter.kind) {
    case 'single':
      return compileSingle(filter)
    case 'composite':
      return compileComposite(filter)
    case 'pagination':
      return () => true
  }
}

const compileComposite = (filter: CompositeFilter): RowPredicate => {
  const children = filter.children.map(compileFilter)
  switch (filter.combinator) {
    case 'NOT':
      return (versionsOf) => !children.every((child) => child(versionsOf))
    case 'AND':
      return (versionsOf) => children.every((child) => child(versionsOf))
    case 'OR':
      return (versionsOf) => children.some((child) => child(versionsOf))
  }
}

const compileSingle = (filter: SingleColumnFilter): RowPredicate => {
  const { columnName, comparator } = filter
  if (comparator === 'EXIST' || comparator === 'NOT_EXIST') return compileExistence(filter)
  const matches = compileComparison(filter, comparator)
  return (versionsOf) => {
    const versions = versionsOf(columnName)
    const latest = versions?.[0]
    if (versions === undefined || latest === undefined) return !filter.filterIfMissing
    return filter.latestVersionOnly ? matches(latest) : versions.some(matches)
  }
}

/** Checks that the column has a version or, with a transfer rule, one in which the rule finds a value. */
const compileExistence = (filter: SingleColumnFilter): RowPredicate => {
  const { columnName, comparator, latestVersionOnly } = filter
  const transfer = filter.transfer === undefined ? undefined : compileTransfer(filter.transfer)
  const found = (stored: Variant): boolean => transfer?.(stored) !== undefined
  return (versionsOf) => {
    const versions = versionsOf(columnName) ?? []
    const looked = transfer !== undefined && latestVersionOnly ? versions.slice(0, 1) : versions
    const exists = transfer === undefined ? looked.length > 0 : looked.some(found)
    return exists === (comparator === 'EXIST')
  }
}

/** A stored value of another type than the literal never matches, as the Java SDK's filter tests assert. */
const compileComparison = (
  filter: SingleColumnFilter,
  comparator: Comparator,
): ((stored: Variant) => boolean) => {
  const literal = filter.value
  const type = variantType(literal)
  const holds = ORDER_HOLDS[comparator]
  const transfer = filter.transfer === undefined ? undefined : compileTransfer(filter.transfer)
  return (stored) => {
    const value = transfer === undefined ? stored : transfer(stored)
    if (value === undefined || variantType(value) !== type) return false
    return holds(compareVariants(value, literal))
  }
}

const ORDER_HOLDS: Readonly<Record<Comparator, (order: number) => boolean>> = {
  EQUAL: (order) => order === 0,
  NOT_EQUAL: (order) => order !== 0,
  GREATER_THAN: (order) => order > 0,
  GREATER_EQUAL: (order) => order >= 0,
  LESS_THAN: (order) => order < 0,
  LESS_EQUAL: (order) => order <= 0,
  EXIST: () => true,
  NOT_EXIST: () => false,
}
