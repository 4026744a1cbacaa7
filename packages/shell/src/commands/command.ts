import { UseError } from '../errors.js'
import type { Session } from '../session/session.js'

export interface Flag {
  readonly name: string
  readonly short?: string
  /** Other names, from older versions of the service's tool. */
  readonly aliases?: readonly string[]
  readonly kind: 'text' | 'number' | 'switch'
  readonly text: string
  readonly isNeeded?: boolean
}

export interface Command {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly samples: readonly string[]
  readonly flags: readonly Flag[]
  /** The arguments besides flags, as in `help put`. */
  readonly words?: string
  readonly run: (session: Session, given: Given) => Promise<void> | void
}

export const tableFlag: Flag = {
  name: 'table',
  short: 't',
  kind: 'text',
  text: 'the table (default: the used one)',
}
export const neededTableFlag: Flag = { ...tableFlag, text: 'the table', isNeeded: true }
export const keyFlag: Flag = {
  name: 'pk',
  short: 'k',
  aliases: ['p', 'primary_key'],
  kind: 'text',
  text: 'the key: a JSON array in the order of its columns, null where the server numbers',
}
export const columnsFlag: Flag = {
  name: 'columns',
  short: 'c',
  kind: 'text',
  text: 'columns to return, separated by commas (default: all)',
}
export const yesFlag: Flag = { name: 'yes', short: 'y', kind: 'switch', text: 'do not ask' }
export const inputFlag: Flag = { name: 'input', short: 'i', kind: 'text', text: 'a file' }
export const outputFlag: Flag = {
  name: 'output',
  short: 'o',
  kind: 'text',
  text: 'write to this file',
}

/** The flags and arguments of a command. */
export class Given {
  readonly words: readonly string[]
  readonly #flags: ReadonlyMap<string, string>

  constructor(flags: ReadonlyMap<string, string>, words: readonly string[] = []) {
    this.#flags = flags
    this.words = words
  }

  text(name: string): string | undefined {
    return this.#flags.get(name)
  }

  need(name: string): string {
    const text = this.#flags.get(name)
    if (text === undefined) throw new UseError(`--${name} is missing`)
    return text
  }

  isOn(name: string): boolean {
    return this.#flags.get(name) === 'true'
  }

  integer(name: string): number | undefined {
    const text = this.#flags.get(name)
    if (text === undefined) return undefined
    if (/^-?\d{1,15}$/.test(text)) return Number(text)
    throw new UseError(`--${name} is no whole number: ${text}`)
  }

  big(name: string): bigint | undefined {
    const text = this.#flags.get(name)
    if (text === undefined) return undefined
    if (/^-?\d{1,19}$/.test(text)) return BigInt(text)
    throw new UseError(`--${name} is no whole number: ${text}`)
  }
}

/** The table of a command. */
export function tableOf(session: Session, given: Given): string {
  const table = given.text('table') ?? session.usedTable
  if (table !== undefined) return table
  throw new UseError('no table is in use: give --table, or "use --table NAME" first')
}
