import { type Code, group } from '../layout/code-layout.js'
import { base64, doubleText } from '../layout/literals.js'
import { type ColumnCell, type Key, type KeyCell, type Value, isMark } from '../request.js'

const MARKS = { auto: 'CONST_PK_AUTO_INCR', min: 'CONST_INF_MIN', max: 'CONST_INF_MAX' } as const

const LEAST_INTEGER = -(2n ** 63n)

/** In single quotes only quotes and backslashes are escaped; control characters need double quotes. */
export function text(given: string): string {
  if (!/\p{Cc}/u.test(given)) return `'${given.replaceAll(/[\\']/g, '\\$&')}'`
  const escaped = given
    .replaceAll(/[\\"$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`)
  return `"${escaped}"`
}

export function value(given: Value): string {
  // PHP reads the literal of the smallest integer as a float.
  if (typeof given === 'bigint') return given === LEAST_INTEGER ? 'PHP_INT_MIN' : String(given)
  if (typeof given === 'number') return doubleText(given)
  if (typeof given === 'string') return text(given)
  if (typeof given === 'boolean') return String(given)
  return `base64_decode('${base64(given)}')`
}

function typeOf(given: Value): string {
  if (typeof given === 'bigint') return 'CONST_INTEGER'
  if (typeof given === 'number') return 'CONST_DOUBLE'
  if (typeof given === 'string') return 'CONST_STRING'
  return typeof given === 'boolean' ? 'CONST_BOOLEAN' : 'CONST_BINARY'
}

export const list = (items: readonly Code[]): Code => group('[', items, ']')

/** The SDK sends bytes as text unless their type is given. */
function keyCell({ name, value: given }: KeyCell): Code {
  const type = (constant: string): string => `PrimaryKeyTypeConst::${constant}`
  if (isMark(given)) return list([text(name), 'null', type(MARKS[given.mark])])
  const isBinary = given instanceof Uint8Array
  return list([text(name), value(given), ...(isBinary ? [type('CONST_BINARY')] : [])])
}

export const key = (cells: Key): Code => list(cells.map(keyCell))

/** Name, value, type and time; the last two are optional. */
function column({ name, value: given, timestamp }: ColumnCell): Code {
  const needsType = timestamp !== undefined || given instanceof Uint8Array
  return list([
    text(name),
    value(given),
    ...(needsType ? [`ColumnTypeConst::${typeOf(given)}`] : []),
    ...(timestamp === undefined ? [] : [String(timestamp)]),
  ])
}

export const columns = (cells: readonly ColumnCell[]): Code => list(cells.map(column))

export const names = (texts: readonly string[]): Code => list(texts.map(text))

/** An array with names; members without a value are left out. */
export const members = (given: Readonly<Record<string, Code | undefined>>): Code =>
  list(
    Object.entries(given).flatMap(([name, code]) => {
      if (code === undefined) return []
      const label = `'${name}' => `
      return [typeof code === 'string' ? label + code : { ...code, open: label + code.open }]
    }),
  )
