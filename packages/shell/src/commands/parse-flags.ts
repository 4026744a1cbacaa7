import { UseError } from '../errors.js'
import { type Command, type Flag, Given } from './command.js'

/** Parses `--flag value`, `--flag=value`, `-f value`, `-f=value` and `-fvalue`; a switch needs no value. */
export function parseFlags(command: Command, words: readonly string[]): Given {
  const values = new Map<string, string>()
  const others: string[] = []
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!word.startsWith('-') || word === '-') {
      others.push(word)
      continue
    }
    const { flag, value } = readFlag(command, word)
    if (flag.kind === 'switch') values.set(flag.name, switchValue(flag, value ?? 'true'))
    else {
      const given = value ?? left.shift()
      if (given === undefined) throw new UseError(`--${flag.name} needs a value`)
      values.set(flag.name, given)
    }
  }
  if (others.length > 0 && command.words === undefined) {
    throw new UseError(`${command.name} does not know what ${others[0]} is: "${command.name} help"`)
  }
  return new Given(values, others)
}

/** Reports missing flags. It is called after the check whether the command's help was asked for. */
export function checkNeeded({ name, flags }: Command, given: Given): void {
  for (const flag of flags) {
    if (flag.isNeeded === true && given.text(flag.name) === undefined) {
      throw new UseError(`--${flag.name} is missing: "${name} help"`)
    }
  }
}

function readFlag(
  { name: command, flags }: Command,
  word: string,
): { readonly flag: Flag; readonly value: string | undefined } {
  const equals = word.indexOf('=')
  const label = equals < 0 ? word : word.slice(0, equals)
  const value = equals < 0 ? undefined : word.slice(equals + 1)
  const name = label.replace(/^--?/, '')
  const flag = flags.find((candidate) => answersTo(candidate, name))
  if (flag !== undefined) return { flag, value }
  // The value may follow a short name without a space.
  const short = label.startsWith('--')
    ? undefined
    : flags.find((candidate) => candidate.short === name[0] && candidate.kind !== 'switch')
  if (short !== undefined) return { flag: short, value: word.slice(2) }
  throw new UseError(`${command} has no flag ${label}: "${command} help"`)
}

const answersTo = ({ name, short, aliases = [] }: Flag, given: string): boolean =>
  given === name || given === short || aliases.includes(given)

function switchValue({ name }: Flag, value: string): string {
  if (value === 'true' || value === 'false') return value
  throw new UseError(`--${name} is true or false, not ${value}`)
}
