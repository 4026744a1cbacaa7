import { type Form, type MemberType, type Members, membersOf } from '../forms/form.js'

/** What may stand at a place of a text that is being written. */
export interface Offer {
  /** Where the text begins that an offer replaces. */
  readonly from: number
  readonly offers: readonly { readonly label: string; readonly apply: string }[]
}

interface Open {
  readonly sign: '{' | '['
  readonly type: MemberType
  /** The member whose value is being written. */
  member: string | undefined
  kind: string | undefined
  readonly seen: Set<string>
  isKey: boolean
}

const TOKENS = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g

/** Offers members and values at a position of a text, which need not be complete. */
export function offersAt(
  form: Form,
  fields: readonly string[],
  text: string,
  at: number,
): Offer | undefined {
  const stack: Open[] = []
  let rest: { readonly from: number; readonly text: string } | undefined
  for (const found of text.slice(0, at).matchAll(TOKENS)) {
    const [token] = found
    const isLast = found.index + token.length === at
    if (isLast && /^["\w-]/.test(token) && !isClosed(token)) {
      rest = { from: found.index, text: token }
      break
    }
    take(stack, token, form)
  }
  const open = stack.at(-1)
  if (open === undefined) return undefined
  const from = rest?.from ?? at
  return open.isKey ? memberOffers(open, from) : valueOffers(open, fields, from)
}

const isClosed = (token: string): boolean => token.length > 1 && token.endsWith('"')

function take(stack: Open[], token: string, form: Form): void {
  const open = stack.at(-1)
  if (token === '{' || token === '[') {
    const type: MemberType =
      open === undefined ? { kind: 'form', form: () => form } : typeWithin(open)
    stack.push({
      sign: token,
      type,
      member: undefined,
      kind: undefined,
      seen: new Set(),
      isKey: token === '{',
    })
  } else if (token === '}' || token === ']') stack.pop()
  else if (open === undefined) return
  else if (token === ',') open.isKey = open.sign === '{'
  else if (token === ':') open.isKey = false
  else if (open.isKey) {
    open.member = token.replaceAll('"', '')
    open.seen.add(open.member)
  } else if (open.member === 'kind') open.kind = token.replaceAll('"', '')
}

function membersIn(open: Open): Members | undefined {
  if (open.type.kind !== 'form') return undefined
  return membersOf(open.type.form(), { kind: open.kind })
}

/** The type of the value that is being written within an object or a list. */
function typeWithin(open: Open): MemberType {
  if (open.sign === '[') return open.type.kind === 'list' ? open.type.of : open.type
  return membersIn(open)?.[open.member ?? '']?.type ?? { kind: 'text' }
}

function memberOffers(open: Open, from: number): Offer | undefined {
  if (open.type.kind !== 'form') return undefined
  const names = Object.keys(membersIn(open) ?? { kind: undefined })
  const rest = names.filter((name) => !open.seen.has(name))
  return { from, offers: rest.map((name) => ({ label: name, apply: `${JSON.stringify(name)}: ` })) }
}

function valueOffers(open: Open, fields: readonly string[], from: number): Offer | undefined {
  const isKind = open.sign === '{' && open.member === 'kind'
  if (isKind && open.type.kind === 'form') {
    const form = open.type.form()
    return form.kind === 'union' ? { from, offers: Object.keys(form.kinds).map(quoted) } : undefined
  }
  const type = typeWithin(open)
  if (type.kind === 'field') return { from, offers: fields.map(quoted) }
  if (type.kind === 'choice') return { from, offers: type.of.map(quoted) }
  if (type.kind === 'flag') return { from, offers: ['true', 'false'].map(plain) }
  if (type.kind === 'list') return { from, offers: [plain('[')] }
  if (type.kind !== 'form') return undefined
  const start = type.form().kind === 'union' ? '{ "kind": ' : '{ '
  return { from, offers: [plain(start)] }
}

const plain = (label: string) => ({ label, apply: label })
const quoted = (label: string) => ({ label, apply: JSON.stringify(label) })

/** A word that is written anew is replaced as a whole, with the quote behind it. */
export function endOfWord(text: string, from: number, at: number): number {
  if (text[from] !== '"') return at
  return at + (/^[\w.]*"?/.exec(text.slice(at))?.[0].length ?? 0)
}
