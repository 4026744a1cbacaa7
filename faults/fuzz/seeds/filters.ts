import { type Comparator, type Filter, VariantType } from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import { anyValue, columnName } from './values.js'

const comparators: readonly Comparator[] = [
  'EQUAL',
  'NOT_EQUAL',
  'GREATER_THAN',
  'GREATER_EQUAL',
  'LESS_THAN',
  'LESS_EQUAL',
  'EXIST',
  'NOT_EXIST',
]

/** Regular expressions, some invalid, some slow to compile or to match. */
const expressions: readonly string[] = [
  '(.*)',
  '^k([0-9]+)$',
  '(a+)+$',
  '((((((a*)*)*)*)*)*)b',
  '(x+x+)+y',
  'a{1000}',
  '((a{0,100}){0,100}){0,100}',
  '(?:(?:a{1,30}){1,30}){1,30}',
  '(\\pL|\\pN|[^\\x00-\\x{10FFFF}]){1,200}',
  '(?i)K\\x{17F}',
  '(?=a)b',
  '(\\w)\\1',
  '(',
  '[z-a]',
  '*',
  '\\',
  '(?P<n>a)(?P<n>b)',
  '\\Q',
  '',
  'x'.repeat(256),
  '('.repeat(250),
  'é'.repeat(120),
  '|'.repeat(200),
]

const castTypes: readonly number[] = [
  VariantType.INTEGER,
  VariantType.DOUBLE,
  VariantType.BOOLEAN,
  VariantType.STRING,
  VariantType.NULL,
  VariantType.BLOB,
  VariantType.INF_MAX,
  99,
  -1,
]

/** A filter with about `nodes` nodes, of any depth; most are legal. */
export function anyFilter(random: Choices, nodes: number): Filter {
  if (nodes <= 1) return random.once(40) ? pagination(random) : single(random)
  const combinator = random.pick(['NOT', 'AND', 'OR'] as const)
  const width = combinator === 'NOT' || random.once(40) ? 1 : 2 + random.below(4)
  const share = Math.ceil((nodes - 1) / width)
  const children = Array.from({ length: width }, () => anyFilter(random, share))
  return { kind: 'composite', combinator, children }
}

function single(random: Choices): Filter {
  const transfer = random.once(6)
    ? {
        regex: random.pick(expressions),
        castType: random.once(2) ? undefined : random.pick(castTypes),
      }
    : undefined
  return {
    kind: 'single',
    comparator: random.pick(comparators),
    columnName: columnName(random),
    value: anyValue(random),
    filterIfMissing: random.once(2),
    latestVersionOnly: random.once(2),
    transfer,
  }
}

function pagination(random: Choices): Filter {
  const number = (): number => random.pick([0, 1, 2, 5, 1000, 2 ** 31 - 1, -1, -(2 ** 31)])
  return { kind: 'pagination', offset: number(), limit: number() }
}
