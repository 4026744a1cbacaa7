const STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/u
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/u
const SIGN = /[{}[\],:]/u
const TOKEN = new RegExp(`^(?:(${STRING.source})|(${SCALAR.source})|(${SIGN.source}))`, 'u')

/** What may come next. `after` follows a value: the innermost open list or object continues or ends. */
type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'after'

/**
 * The line, from 1, on which a text stops being JSON; undefined for valid JSON. JSON.parse of Node.js 20
 * tells the place of some errors only.
 */
export function brokenJsonLine(text: string): number | undefined {
  const open: string[] = []
  let wanted: Wanted | undefined = 'value'
  for (let rest = afterSpace(text); rest !== ''; ) {
    const match = TOKEN.exec(rest)
    wanted = match === null ? undefined : follow(wanted, kindOf(match), open)
    if (match === null || wanted === undefined) return lineAt(text, text.length - rest.length)
    rest = afterSpace(rest.slice(match[0].length))
  }
  const isWhole = wanted === 'after' && open.length === 0
  return isWhole ? undefined : lineAt(text, text.trimEnd().length)
}

const afterSpace = (text: string): string => text.replace(/^[ \t\r\n]+/, '')

const kindOf = ([, string, scalar, sign]: RegExpExecArray): string =>
  sign ?? (string === undefined ? `scalar ${scalar}` : 'string')

/** What may come after this token; undefined when the token itself is wrong. */
function follow(wanted: Wanted, token: string, open: string[]): Wanted | undefined {
  const isEmpty =
    (token === ']' && wanted === 'value or ]') || (token === '}' && wanted === 'key or }')
  if (isEmpty) return close(token, open)
  switch (wanted) {
    case 'value':
    case 'value or ]':
      return value(token, open)
    case 'key':
    case 'key or }':
      return token === 'string' ? ':' : undefined
    case ':':
      return token === ':' ? 'value' : undefined
    case 'after':
      if (token !== ',') return close(token, open)
      if (open.length === 0) return undefined
      return open.at(-1) === '{' ? 'key' : 'value'
  }
}

function value(token: string, open: string[]): Wanted | undefined {
  if (token === 'string' || token.startsWith('scalar')) return 'after'
  if (token !== '{' && token !== '[') return undefined
  open.push(token)
  return token === '{' ? 'key or }' : 'value or ]'
}

function close(token: string, open: string[]): Wanted | undefined {
  const opening = token === '}' ? '{' : token === ']' ? '[' : undefined
  if (opening === undefined || open.at(-1) !== opening) return undefined
  open.pop()
  return 'after'
}

export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length
