import { type Code, group } from '../layout/code-layout.js'
import { base64, doubleText, quoted } from '../layout/literals.js'
import { type ColumnCell, type Key, type KeyCell, type Value, isMark } from '../request.js'

const MARKS = { auto: 'PK_AUTO_INCR', min: 'INF_MIN', max: 'INF_MAX' } as const

export function value(given: Value): string {
  if (typeof given === 'bigint') return String(given)
  if (typeof given === 'number') return doubleText(given)
  if (typeof given === 'string') return quoted(given)
  if (typeof given === 'boolean') return flag(given)
  return `bytearray(base64.b64decode('${base64(given)}'))`
}

export const flag = (given: boolean): string => (given ? 'True' : 'False')

const keyValue = (given: KeyCell['value']): string =>
  isMark(given) ? MARKS[given.mark] : value(given)

export const list = (items: readonly Code[]): Code => group('[', items, ']')

export const key = (cells: Key): Code =>
  list(cells.map(({ name, value: given }) => `(${quoted(name)}, ${keyValue(given)})`))

const column = ({ name, value: given, timestamp }: ColumnCell): string =>
  `(${quoted(name)}, ${value(given)}${timestamp === undefined ? '' : `, ${timestamp}`})`

export const columns = (cells: readonly ColumnCell[]): Code => list(cells.map(column))

export const names = (texts: readonly string[]): Code => list(texts.map(quoted))

export const call = (name: string, items: readonly (Code | undefined)[]): Code =>
  group(
    `${name}(`,
    items.filter((item) => item !== undefined),
    ')',
  )

/** `name=value`, or nothing. */
export const named = (name: string, code: Code | undefined): Code | undefined =>
  code === undefined
    ? undefined
    : typeof code === 'string'
      ? `${name}=${code}`
      : { ...code, open: `${name}=${code.open}` }

/** `name=value` of a number or a flag, or nothing. */
export const option = (name: string, given: boolean | number | undefined): Code | undefined =>
  named(name, typeof given === 'boolean' ? flag(given) : given?.toString())
