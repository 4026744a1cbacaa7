import { type AnyTable, type RowFilter, and, compare, query } from '@rowhouse/client'
import { UseError } from '../connection/use-error.js'

const OPERATORS = ['>=', '<=', '!=', '=', '>', '<'] as const

export interface Condition {
  readonly name: string
  readonly operator: (typeof OPERATORS)[number]
  readonly value: string | bigint | number | boolean
}

/** Conditions such as `price>=4.5` or `name="7"`, all of which must hold. */
export function filterOf(texts: readonly string[]): RowFilter<AnyTable> | undefined {
  const [first, ...others] = texts.map(conditionOf)
  if (first === undefined) return undefined
  return others.length === 0 ? first : and(first, ...others)
}

/** The same conditions as a query of a search index. */
export function queryOf(texts: readonly string[]): ReturnType<typeof query.bool> {
  const all = texts.map(parseCondition)
  const must = all.filter(({ operator }) => operator !== '!=').map(mustHold)
  const not = all.filter(({ operator }) => operator === '!=')
  return query.bool({ must, mustNot: not.map(({ name, value }) => query.term(name, value)) })
}

function mustHold({ name, operator, value }: ReturnType<typeof parseCondition>) {
  if (operator === '=' || operator === '!=') return query.term(name, value)
  const bounds = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const
  return query.range(name, { [bounds[operator]]: value })
}

function conditionOf(text: string): RowFilter<AnyTable> {
  const { name, operator, value } = parseCondition(text)
  const schema = { name: '', key: {}, columns: {} }
  return compare<AnyTable, string>(schema, name, operator, value)
}

/** The parts of one condition. Throws UseError for a text that is none. */
export function parseCondition(text: string): Condition {
  const match = /^([^<>=!]+)(>=|<=|!=|=|>|<)(.*)$/s.exec(text)
  const [, name = '', sign, value = ''] = match ?? []
  const operator = OPERATORS.find((known) => known === sign)
  if (operator === undefined) {
    throw new UseError(`--where ${text} is not NAME, one of ${OPERATORS.join(' ')}, and a value`)
  }
  return { name: name.trim(), operator, value: valueOf(value.trim()) }
}

/**
 * The value of a condition: an integer, a double with a point or an exponent, true or false; anything
 * else is a text, with or without quotes.
 */
function valueOf(text: string): string | bigint | number | boolean {
  if (/^-?\d{1,19}$/.test(text)) return BigInt(text)
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text
}
