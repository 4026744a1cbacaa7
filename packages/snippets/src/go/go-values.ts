import { type Code, group } from '../layout/code-layout.js'
import { doubleText, quoted } from '../layout/literals.js'
import { type Key, type Value, isMark } from '../request.js'

/** A value in the form that the SDK takes as `interface{}`. */
export function literal(given: Value): string {
  if (typeof given === 'bigint') return `int64(${given})`
  if (typeof given === 'number') return `float64(${doubleText(given)})`
  if (typeof given === 'string') return quoted(given)
  if (typeof given === 'boolean') return String(given)
  return `[]byte{${Array.from(given).join(', ')}}`
}

const MARKS = {
  auto: 'AddPrimaryKeyColumnWithAutoIncrement',
  min: 'AddPrimaryKeyColumnWithMinValue',
  max: 'AddPrimaryKeyColumnWithMaxValue',
} as const

/** Statements that make a key in the variable `name`. */
export const keyStatements = (cells: Key, name: string): string[] => [
  `${name} := new(tablestore.PrimaryKey)`,
  ...cells.map(({ name: column, value }) =>
    isMark(value)
      ? `${name}.${MARKS[value.mark]}(${quoted(column)})`
      : `${name}.AddPrimaryKeyColumn(${quoted(column)}, ${literal(value)})`,
  ),
]

/** A composite literal; members without a value are left out. */
export const struct = (type: string, members: Readonly<Record<string, Code | undefined>>): Code =>
  group(
    `${type}{`,
    Object.entries(members).flatMap(([name, code]) =>
      code === undefined
        ? []
        : [
            typeof code === 'string'
              ? `${name}: ${code}`
              : { ...code, open: `${name}: ${code.open}` },
          ],
    ),
    '}',
  )

export const list = (type: string, items: readonly Code[]): Code => group(`[]${type}{`, items, '}')

export const names = (texts: readonly string[]): Code => list('string', texts.map(quoted))
