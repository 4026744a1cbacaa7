import { type Code, group } from '../layout/code-layout.js'
import { base64, doubleText, quoted } from '../layout/literals.js'
import { type Key, type KeyCell, type Value, isMark } from '../request.js'

const MARKS = { auto: 'AUTO_INCREMENT', min: 'INF_MIN', max: 'INF_MAX' } as const

/** C# string literals must not contain the line terminators of Unicode, which JSON does not escape. */
export const text = (given: string): string =>
  quoted(given).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function literal(given: Value): string {
  if (typeof given === 'bigint') return `${given}L`
  if (typeof given === 'number') return doubleText(given)
  if (typeof given === 'string') return text(given)
  if (typeof given === 'boolean') return String(given)
  return `Convert.FromBase64String("${base64(given)}")`
}

export const columnValue = (given: Value): string => `new ColumnValue(${literal(given)})`

const keyValue = (given: KeyCell['value']): string =>
  isMark(given) ? `ColumnValue.${MARKS[given.mark]}` : columnValue(given)

/** An initializer: C# allows a comma after its last item, but not after the last argument of a call. */
const initialized = (open: string, items: readonly Code[]): Code => group(`${open} { `, items, ' }')

export const key = (cells: Key): Code =>
  initialized(
    'new PrimaryKey',
    cells.map(({ name, value }) => `{ ${text(name)}, ${keyValue(value)} }`),
  )

export const list = (type: string, items: readonly Code[]): Code =>
  initialized(`new List<${type}>`, items)

export const names = (texts: readonly string[]): Code => list('string', texts.map(text))

export const call = (type: string, items: readonly Code[]): Code =>
  group(`new ${type}(`, items, ')')

/** An object with properties; those without a value are left out. */
export const object = (
  open: string,
  properties: Readonly<Record<string, Code | undefined>>,
): Code => {
  const items = Object.entries(properties).flatMap(([name, code]) => {
    if (code === undefined) return []
    const label = `${name} = `
    return [typeof code === 'string' ? label + code : { ...code, open: label + code.open }]
  })
  return items.length === 0 && open.endsWith(')')
    ? `new ${open}`
    : initialized(`new ${open}`, items)
}
