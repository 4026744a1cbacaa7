import { errors, type TablestoreError } from '@rowhouse/protocol'
import type { Analyzer } from '../analyzers/analyzer.js'
import type {
  AnalyzerChoice,
  FieldLayout,
  IndexLayout,
  LeafType,
  LevelLayout,
} from '../schema/index-layout.js'

/** The context in which a query is compiled: the fields that it can name, and its level. */
export interface QueryScope {
  readonly layout: IndexLayout
  readonly level: LevelLayout
  readonly analyzerOf: (choice: AnalyzerChoice) => Analyzer
  /**
   * Set inside the filter of a vector query, where the service's documentation allows no other one.
   */
  readonly isVectorFilter?: true
}

/** The service's general text with the reason appended, because the text alone does not help. */
export function queryError(reason: string): TablestoreError {
  return errors.parameterInvalid(`${errors.queryFailed().message}: ${reason}`)
}

/** The field that a query names, if it supports that query. */
export function fieldOf(
  scope: QueryScope,
  name: string,
  queryType: string,
  allowed: readonly LeafType[],
): FieldLayout {
  const field = scope.layout.fields.get(name)
  if (field === undefined) throw queryError(`[${queryType}] field: ${name} does not exist`)
  if (field.level !== scope.level.path) throw wrongLevel(queryType, field)
  if (!field.isIndexed) throw errors.fieldNotIndexed()
  if (!allowed.includes(field.type)) {
    const types = allowed.map((type) => type.toLowerCase()).join(', ')
    throw queryError(
      `[${queryType}] field_name:${name} type:${field.type.toLowerCase()} is invalid, allow [${types}]`,
    )
  }
  return field
}

function wrongLevel(queryType: string, { name, level }: FieldLayout): TablestoreError {
  return queryError(
    level === ''
      ? `[${queryType}] field: ${name} is not below the path of the nested query`
      : `[${queryType}] field: ${name} needs a nested query with path [${level}]`,
  )
}

/** The paths from below the rows down to a level. */
export function chainOf({ levels }: IndexLayout, path: string): string[] {
  const chain: string[] = []
  let at: string | undefined = path
  while (at !== undefined && at !== '') {
    chain.unshift(at)
    at = levels.get(at)?.parent
  }
  return chain
}

/** Whether a level is somewhere below another. */
export function isBelow(layout: IndexLayout, path: string, above: string): boolean {
  return path !== above && (above === '' || chainOf(layout, path).includes(above))
}
