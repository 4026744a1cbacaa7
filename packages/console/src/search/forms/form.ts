/**
 * What a search is made of, as plain data: which members a query, a sort or an aggregation has, and
 * what each may
 * be. One description serves the form, the JSON beside it, its completion and its check.
 */
export type Data =
  | string
  | number
  | bigint
  | boolean
  | undefined
  | readonly Data[]
  | { readonly [name: string]: Data }

export type DataObject = { readonly [name: string]: Data }

export type MemberType =
  /** The name of a field of the index. */
  | { readonly kind: 'field' }
  | { readonly kind: 'text' | 'number' | 'count' | 'flag' }
  /** A value of the field that the member `of` names. */
  | { readonly kind: 'value' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'form'; readonly form: () => Form }
  | { readonly kind: 'list'; readonly of: MemberType }
  /** A text or a list of them, or a number or a text. */
  | { readonly kind: 'either'; readonly of: readonly MemberType[] }

export interface Member {
  readonly type: MemberType
  /** Stands for the member when it is left out; a needed member has none. */
  readonly otherwise?: Data
  readonly isNeeded?: true
}

export type Members = Readonly<Record<string, Member>>

/** An object with fixed members, or one of several that their member `kind` tells apart. */
export type Form =
  | { readonly kind: 'record'; readonly members: Members }
  | {
      readonly kind: 'union'
      /** Which texts name its kinds. */
      readonly name: UnionName
      readonly kinds: Readonly<Record<string, Members>>
    }

export type UnionName =
  | 'query'
  | 'sorter'
  | 'decay'
  | 'score'
  | 'aggregation'
  | 'groupBy'
  | 'groupSorter'
  | 'analyzer'

const FIELD: MemberType = { kind: 'field' }
const VALUE: MemberType = { kind: 'value' }
const NUMBER: MemberType = { kind: 'number' }
const COUNT: MemberType = { kind: 'count' }

export const types = {
  field: FIELD,
  value: VALUE,
  number: NUMBER,
  count: COUNT,
  text: { kind: 'text' },
  flag: { kind: 'flag' },
  choice: (...of: readonly string[]): MemberType => ({ kind: 'choice', of }),
  list: (of: MemberType): MemberType => ({ kind: 'list', of }),
  /** Asked for when it is needed, because forms stand in each other. */
  form: (form: () => Form): MemberType => ({ kind: 'form', form }),
  either: (...of: readonly MemberType[]): MemberType => ({ kind: 'either', of }),
} as const

export const needed = (type: MemberType): Member => ({ type, isNeeded: true })
export const optional = (type: MemberType, otherwise?: Data): Member => ({ type, otherwise })

export const recordOf = (members: Members): Form => ({ kind: 'record', members })
export const unionOf = (name: UnionName, kinds: Readonly<Record<string, Members>>): Form => ({
  kind: 'union',
  name,
  kinds,
})

/** The members that an object of the form has; undefined for a kind that there is not. */
export function membersOf(form: Form, data: DataObject): Members | undefined {
  if (form.kind === 'record') return form.members
  const kind = data['kind']
  return typeof kind === 'string' && Object.hasOwn(form.kinds, kind) ? form.kinds[kind] : undefined
}

export const isList = (data: unknown): data is readonly Data[] => Array.isArray(data)

export const isObject = (data: Data): data is DataObject =>
  typeof data === 'object' && !isList(data)

export const objectOf = (data: Data): DataObject | undefined => (isObject(data) ? data : undefined)

/** What the gate has answered, as data of a form. */
export function dataOf(value: unknown): Data {
  if (Array.isArray(value)) return value.map(dataOf)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, dataOf(each)]))
  }
  const isPlain =
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean'
  return isPlain ? value : undefined
}

/** The objects of a list; anything else counts as none. */
export const objectsOf = (data: Data): readonly DataObject[] =>
  isList(data) ? data.filter(isObject) : []

/** The data with another value at the place. */
export function changedAt(data: Data, path: readonly (string | number)[], value: Data): Data {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (typeof first === 'number') {
    const items = isList(data) ? data : []
    return items.map((item, at) => (at === first ? changedAt(item, rest, value) : item))
  }
  const object = data !== undefined && isObject(data) ? data : {}
  return { ...object, [first]: changedAt(object[first], rest, value) }
}

/** The object with all its members, as the service's protocol has them. */
export function completed(form: Form, data: DataObject): DataObject {
  const members = membersOf(form, data)
  if (members === undefined) return data
  const whole: { [name: string]: Data } = form.kind === 'union' ? { kind: data['kind'] } : {}
  for (const [name, { type, otherwise }] of Object.entries(members)) {
    const given = data[name]
    whole[name] = given === undefined ? otherwise : completedValue(type, given)
  }
  return whole
}

function completedValue(type: MemberType, data: Data): Data {
  if ((type.kind === 'number' || type.kind === 'count') && typeof data === 'bigint')
    return Number(data)
  if (type.kind === 'list' && isList(data)) return data.map((each) => completedValue(type.of, each))
  if (type.kind === 'form' && isObject(data)) return completed(type.form(), data)
  return data
}

/** The object without the members that say what would be so anyway. */
export function reduced(form: Form, data: DataObject): DataObject {
  const members = membersOf(form, data)
  if (members === undefined) return data
  const rest: { [name: string]: Data } = form.kind === 'union' ? { kind: data['kind'] } : {}
  for (const [name, { type, otherwise }] of Object.entries(members)) {
    const given = data[name]
    if (given === undefined || isSame(given, otherwise)) continue
    rest[name] = reducedValue(type, given)
  }
  return rest
}

/** Whole numbers are written without a fraction where a value's type does not depend on it. */
function reducedValue(type: MemberType, data: Data): Data {
  const isCount = type.kind === 'number' || type.kind === 'count'
  if (isCount && typeof data === 'number' && Number.isSafeInteger(data)) return BigInt(data)
  if (type.kind === 'list' && isList(data)) return data.map((each) => reducedValue(type.of, each))
  if (type.kind === 'form' && isObject(data)) return reduced(type.form(), data)
  return data
}

const isSame = (data: Data, other: Data): boolean =>
  data === other ||
  (typeof data === 'bigint' && Number(data) === other) ||
  (isList(data) && isList(other) && data.length === 0 && other.length === 0)

/** What a form has found whole, in the type of the request; the gate and the service check it again. */
export const trusted = <Checked>(data: Data): Checked => data as Checked
