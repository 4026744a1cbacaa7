import { type GateValue, readGateJson, writeGateJson } from '@rowhouse/console-gate/shapes'
import type { ColumnFilter, ColumnType, Comparison, Value } from '@rowhouse/snippets'
import { textAfter } from '../key-question.js'

export type Test = Comparison | 'begins' | 'exists' | 'missing'

/** One chip of the filter; a row must pass all of them. */
export interface FilterClause {
  readonly column: string
  readonly test: Test
  /** Absent where the test is whether the column is there. */
  readonly value?: Value | undefined
}

const EVERY: readonly Test[] = ['=', '!=', '>', '>=', '<', '<=', 'begins', 'exists', 'missing']

/** The tests that fit a type, the likeliest first. */
export const testsOf = (type: ColumnType): readonly Test[] =>
  EVERY.filter((test) => {
    if (type === 'BOOLEAN') return test === '=' || test === '!=' || !hasValue(test)
    return test !== 'begins' || type === 'STRING'
  })

/** The test that a typed sign chooses, after the one that is chosen: `>` and then `=` is "at least". */
export function testOfSign(sign: string, chosen: Test): Test | undefined {
  if (sign === '!') return '!='
  if (sign === '>' || sign === '<') return sign
  if (sign !== '=') return undefined
  return chosen === '>' || chosen === '<' ? `${chosen}=` : chosen === '!=' ? '!=' : '='
}

export const hasValue = (test: Test): boolean => test !== 'exists' && test !== 'missing'

/** The filter of a request; undefined when every row passes. */
export function filterOf(clauses: readonly FilterClause[]): ColumnFilter | undefined {
  const [first, ...others] = clauses.map(clauseFilter)
  return first === undefined || others.length === 0
    ? first
    : { kind: 'and', filters: [first, ...others] }
}

function clauseFilter({ column, test, value = '' }: FilterClause): ColumnFilter {
  const compare = (
    comparison: Comparison,
    to: Value = value,
    passesIfMissing = false,
  ): ColumnFilter => ({ kind: 'compare', column, comparison, value: to, passesIfMissing })
  // A value cannot both be and not be the same, so only a row without the column passes both.
  const missing: ColumnFilter = {
    kind: 'and',
    filters: [compare('=', 0n, true), compare('!=', 0n, true)],
  }
  if (test === 'missing') return missing
  if (test === 'exists') return { kind: 'not', filters: [missing] }
  if (test !== 'begins') return compare(test)
  const after = typeof value === 'string' ? textAfter(value) : undefined
  const from = compare('>=')
  return after === undefined ? from : { kind: 'and', filters: [from, compare('<', after)] }
}

/** The clauses as JSON that a person may edit; parseClauses reads it without loss. */
export const clausesText = (clauses: readonly FilterClause[]): string =>
  clauses.length === 0
    ? '[]'
    : `[\n${clauses.map((each) => `  ${writeGateJson(each)}`).join(',\n')}\n]`

/** Undefined for a text that is no list of clauses. */
export function parseClauses(text: string): readonly FilterClause[] | undefined {
  const parsed = parsedJson(text)
  if (!isList(parsed)) return undefined
  const clauses = parsed.flatMap((each) => clauseOf(each) ?? [])
  return clauses.length === parsed.length ? clauses : undefined
}

/** One clause of an address; undefined when somebody has damaged it. */
export const parseClause = (text: string): FilterClause | undefined => clauseOf(parsedJson(text))

function parsedJson(text: string): GateValue {
  try {
    return readGateJson(text)
  } catch {
    return undefined
  }
}

const isList = (value: GateValue): value is readonly GateValue[] => Array.isArray(value)

function clauseOf(given: GateValue): FilterClause | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const members = new Map<string, GateValue>(Object.entries(given))
  const [column, value] = [members.get('column'), members.get('value')]
  const test = EVERY.find((each) => each === members.get('test'))
  if (typeof column !== 'string' || column === '' || test === undefined) return undefined
  if (!hasValue(test)) return { column, test }
  return isValue(value) ? { column, test, value } : undefined
}

const isValue = (value: GateValue): value is Value =>
  value instanceof Uint8Array || ['string', 'bigint', 'number', 'boolean'].includes(typeof value)

/** The type that a text is most likely meant to have, for a column of which nothing is known. */
export function likelyType(text: string): ColumnType {
  if (/^[+-]?\d{1,19}$/.test(text)) return 'INTEGER'
  if (text === 'true' || text === 'false') return 'BOOLEAN'
  return text !== '' && Number.isFinite(Number(text)) ? 'DOUBLE' : 'STRING'
}
