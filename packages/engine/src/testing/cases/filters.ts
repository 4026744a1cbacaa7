import { type Comparator, type Filter, VariantType } from '@rowhouse/protocol'
import { parseValue } from './case-tokens.js'

const COMPARATORS: Readonly<Record<string, Comparator>> = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_EQUAL',
  exist: 'EXIST',
  'not-exist': 'NOT_EXIST',
}
const CASTS: Readonly<Record<string, number>> = {
  INTEGER: VariantType.INTEGER,
  DOUBLE: VariantType.DOUBLE,
  STRING: VariantType.STRING,
  BLOB: VariantType.BLOB,
}

/**
 * (== column value [drop-missing] [any-version] [regex="..." [cast=INTEGER]]), (and ...), (or ...),
 * (not ...), (page offset limit). Takes the tokens of one expression off the front of the list.
 */
export const parseFilter = (tokens: string[]): Filter => {
  if (tokens.shift() !== '(') throw new Error('a filter begins with (')
  const head = tokens.shift() ?? ''
  const filter = parseBody(head, tokens)
  if (tokens.shift() !== ')') throw new Error(`the filter ${head} does not end with )`)
  return filter
}

const parseBody = (head: string, tokens: string[]): Filter => {
  if (head === 'page') {
    const [offset, limit] = tokens.splice(0, 2)
    return { kind: 'pagination', offset: Number(offset), limit: Number(limit) }
  }
  if (head === 'and' || head === 'or' || head === 'not') {
    const children: Filter[] = []
    while (tokens[0] === '(') children.push(parseFilter(tokens))
    const combinators = { and: 'AND', or: 'OR', not: 'NOT' } as const
    return { kind: 'composite', combinator: combinators[head], children }
  }
  const comparator = COMPARATORS[head]
  if (comparator === undefined) throw new Error(`not a filter: ${head}`)
  const [columnName = '', value = ''] = tokens.splice(0, 2)
  const options: string[] = []
  while (tokens[0] !== ')' && tokens.length > 0) options.push(tokens.shift() ?? '')
  const regex = options.find((option) => option.startsWith('regex='))
  const cast = options.find((option) => option.startsWith('cast='))
  return {
    kind: 'single',
    comparator,
    columnName,
    value: parseValue(value),
    filterIfMissing: options.includes('drop-missing'),
    latestVersionOnly: !options.includes('any-version'),
    transfer:
      regex === undefined
        ? undefined
        : {
            regex: String(JSON.parse(regex.slice('regex='.length))),
            castType: cast === undefined ? undefined : CASTS[cast.slice('cast='.length)],
          },
  }
}
