import { type Code, group } from '../layout/code-layout.js'
import { base64, doubleText, quoted } from '../layout/literals.js'
import { type Key, type KeyCell, type Value, isMark } from '../request.js'

const MARKS = { auto: 'AUTO_INCREMENT', min: 'INF_MIN', max: 'INF_MAX' } as const

/** A value in Java. */
export function literal(given: Value): string {
  if (typeof given === 'bigint') return `${given}L`
  if (typeof given === 'number') return doubleText(given)
  if (typeof given === 'string') return quoted(given)
  if (typeof given === 'boolean') return String(given)
  return `Base64.getDecoder().decode("${base64(given)}")`
}

function kindOf(given: Value): string {
  if (typeof given === 'bigint') return 'Long'
  if (typeof given === 'number') return 'Double'
  if (typeof given === 'string') return 'String'
  return typeof given === 'boolean' ? 'Boolean' : 'Binary'
}

export const columnValue = (given: Value): string =>
  `ColumnValue.from${kindOf(given)}(${literal(given)})`

const keyValue = (given: KeyCell['value']): string =>
  isMark(given)
    ? `PrimaryKeyValue.${MARKS[given.mark]}`
    : `PrimaryKeyValue.from${kindOf(given)}(${literal(given)})`

export const key = (cells: Key): Code =>
  group(
    'new PrimaryKey(new PrimaryKeyColumn[] {',
    cells.map(({ name, value }) => `new PrimaryKeyColumn(${quoted(name)}, ${keyValue(value)})`),
    '})',
  )

export const list = (items: readonly Code[]): Code => group('Arrays.asList(', items, ')')

/** One call of a chain. */
export const call = (name: string, items: readonly Code[]): Code => group(`.${name}(`, items, ')')

/** One call of a chain, if there is something to call it with. */
export const present = (name: string, item: Code | undefined): readonly Code[] =>
  item === undefined ? [] : [call(name, [item])]
