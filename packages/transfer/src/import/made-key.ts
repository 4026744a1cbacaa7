import {
  type CharacterRange,
  type Part,
  type PartValue,
  PracticeError,
  createSplice,
  prefixBy,
} from '@rowhouse/practices/made-keys'
import { TransferError } from '../errors.js'

/** A key column that is made of other columns: one with a hash prefix, or several as one text. */
export type MadeKey =
  | {
      readonly kind: 'hash'
      readonly target: string
      readonly source: string
      readonly digits: number
    }
  | {
      readonly kind: 'splice'
      readonly target: string
      readonly connector: string
      readonly parts: readonly MadePart[]
    }

/** A column of a spliced key; a range makes it an integer of fixed width. */
export interface MadePart {
  readonly name: string
  /** The smallest and the largest value, as texts. */
  readonly range?: readonly [min: string, max: string]
}

const USUAL_DIGITS = 4

/** Parses `KEY=COLUMN` or `KEY=COLUMN:DIGITS`. */
export function parseHashPrefix(text: string): MadeKey {
  const { target, source, digits } =
    /^(?<target>[^=]+)=(?<source>[^:]+)(?::(?<digits>\d))?$/.exec(text)?.groups ?? {}
  if (target === undefined || source === undefined)
    throw new TransferError(`--hash-prefix ${text} is not KEY=COLUMN or KEY=COLUMN:DIGITS`)
  return { kind: 'hash', target, source, digits: Number(digits ?? USUAL_DIGITS) }
}

/** Parses `KEY=A:6,B,C:-40..60`: integers have a number of digits or a range, texts have neither. */
export function parseSplice(text: string, connector: string): MadeKey {
  const { target, columns } = /^(?<target>[^=]+)=(?<columns>.+)$/.exec(text)?.groups ?? {}
  if (target === undefined || columns === undefined)
    throw new TransferError(`--splice ${text} is not KEY=COLUMN,COLUMN`)
  const parts = columns.split(',').map((part) => parsePart(text, part))
  return { kind: 'splice', target, connector, parts }
}

function parsePart(text: string, part: string): MadePart {
  const { name, digits, min, max } =
    /^(?<name>[^:]+)(?::(?:(?<digits>1?\d)|(?<min>-?\d+)\.\.(?<max>-?\d+)))?$/.exec(part)?.groups ??
    {}
  if (name === undefined)
    throw new TransferError(
      `--splice ${text}: ${part} is not COLUMN, COLUMN:DIGITS or COLUMN:MIN..MAX`,
    )
  if (digits !== undefined) return { name, range: ['0', '9'.repeat(Number(digits))] }
  return min === undefined || max === undefined ? { name } : { name, range: [min, max] }
}

/** The columns of which a key is made. */
export const sourcesOf = (made: MadeKey): readonly string[] =>
  made.kind === 'hash' ? [made.source] : made.parts.map(({ name }) => name)

/** The hash of a text as hexadecimal digits: Node.js and browsers have it in different places. */
type Digest = (text: string) => string

export type MakeKey = (
  valueOf: (name: string) => unknown,
) => { readonly key: string } | { readonly problem: string }

/** Throws TransferError for a design whose keys would not keep their order. */
export function keyMaker(made: MadeKey, md5: Digest): MakeKey {
  const join = explained(made, () => (made.kind === 'hash' ? hashed(made, md5) : spliced(made)))
  return (valueOf) => {
    try {
      return { key: join(valueOf) }
    } catch (error) {
      if (error instanceof PracticeError) return { problem: `${made.target}: ${error.message}` }
      throw error
    }
  }
}

type Join = (valueOf: (name: string) => unknown) => string

function hashed({ source, digits }: Extract<MadeKey, { kind: 'hash' }>, md5: Digest): Join {
  const prefix = prefixBy({ algorithm: 'md5', length: digits }, md5)
  return (valueOf) => prefix.add(String(valueIn(valueOf, source)))
}

function spliced({ connector, parts }: Extract<MadeKey, { kind: 'splice' }>): Join {
  const splice = createSplice({ connector, parts: parts.map((part) => partOf(part, connector)) })
  const names = parts.map(({ name }) => name)
  return (valueOf) =>
    splice.join(Object.fromEntries(names.map((name) => [name, valueIn(valueOf, name)])))
}

const partOf = ({ name, range }: MadePart, connector: string): Part =>
  range === undefined
    ? { name, type: 'string', characters: charactersBehind(connector) }
    : { name, type: 'integer', range: { min: BigInt(range[0]), max: BigInt(range[1]) } }

/** All characters that sort after the connector, without surrogates. */
const charactersBehind = (connector: string): readonly CharacterRange[] => [
  [String.fromCodePoint((connector.codePointAt(0) ?? 0) + 1), '\ud7ff'],
  ['\ue000', '\u{10ffff}'],
]

function valueIn(valueOf: (name: string) => unknown, name: string): PartValue {
  const value = valueOf(name)
  if (typeof value === 'bigint' || typeof value === 'string') return value
  throw new PracticeError(
    `${name} ${value === undefined ? 'has no value' : 'is no text or integer'}`,
  )
}

function explained<Result>({ target }: MadeKey, make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof PracticeError)) throw error
    throw new TransferError(`the key ${target}: ${error.message}`)
  }
}
