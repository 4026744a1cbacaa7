import { type Code, group } from '../layout/code-layout.js'
import { base64, quoted } from '../layout/literals.js'
import { type ColumnCell, type Key, type KeyCell, type Value, isMark } from '../request.js'

const MARKS = {
  auto: 'TableStore.PK_AUTO_INCR',
  min: 'TableStore.INF_MIN',
  max: 'TableStore.INF_MAX',
} as const

export function value(given: Value): string {
  if (typeof given === 'bigint') return `TableStore.Long.fromString('${given}')`
  if (typeof given === 'string') return quoted(given)
  if (given instanceof Uint8Array) return `Buffer.from('${base64(given)}', 'base64')`
  return String(given)
}

const keyValue = (given: KeyCell['value']): string =>
  isMark(given) ? MARKS[given.mark] : value(given)

export const key = (cells: Key): Code =>
  group(
    '[',
    cells.map(({ name, value: given }) => `{ ${quoted(name)}: ${keyValue(given)} }`),
    ']',
  )

/** The time is a member beside the column. */
const column = ({ name, value: given, timestamp }: ColumnCell): string => {
  const time = timestamp === undefined ? '' : `, timestamp: ${timestamp}`
  return `{ ${quoted(name)}: ${value(given)}${time} }`
}

export const columns = (cells: readonly ColumnCell[]): Code => group('[', cells.map(column), ']')

export const names = (texts: readonly string[]): Code => group('[', texts.map(quoted), ']')

/** An object; members without a value are left out. */
export const object = (members: Readonly<Record<string, Code | undefined>>): Code =>
  group(
    '{ ',
    Object.entries(members).flatMap(([name, code]) =>
      code === undefined
        ? []
        : [
            typeof code === 'string'
              ? `${name}: ${code}`
              : { ...code, open: `${name}: ${code.open}` },
          ],
    ),
    ' }',
  )

export const text = (given: number | string | undefined): string | undefined =>
  given === undefined ? undefined : String(given)
