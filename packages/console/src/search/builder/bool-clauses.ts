import { type DataObject, isList, isObject } from '../forms/form.js'

/** The parts that a clause may have in a bool query. */
export const ROLES = ['must', 'filter', 'should', 'mustNot'] as const
export type Role = (typeof ROLES)[number]

export interface Clause {
  readonly role: Role
  readonly query: DataObject
}

/** The clauses of a bool query in the order in which they are shown. */
export const clausesOf = (bool: DataObject): readonly Clause[] =>
  ROLES.flatMap((role) => {
    const queries = bool[role]
    if (!isList(queries)) return []
    return queries.flatMap((query) => (isObject(query) ? [{ role, query }] : []))
  })

/** Where a clause stands in its bool query. */
export function placeOf(clauses: readonly Clause[], at: number): readonly [Role, number] {
  const role = clauses[at]?.role ?? 'must'
  return [role, clauses.slice(0, at).filter((clause) => clause.role === role).length]
}

export function withClauses(bool: DataObject, clauses: readonly Clause[]): DataObject {
  const parts: { [role: string]: readonly DataObject[] } = {}
  for (const role of ROLES) {
    parts[role] = clauses.filter((clause) => clause.role === role).map(({ query }) => query)
  }
  return { ...bool, ...parts }
}

/**
 * The query with one more condition: a bool query takes it in, and any other becomes a clause
 * beside it.
 */
export function withCondition(query: DataObject, condition: DataObject): DataObject {
  if (query['kind'] === 'bool') {
    return withClauses(query, [...clausesOf(query), { role: 'must', query: condition }])
  }
  const before: readonly Clause[] = query['kind'] === 'matchAll' ? [] : [{ role: 'must', query }]
  return withClauses({ kind: 'bool' }, [...before, { role: 'must', query: condition }])
}
