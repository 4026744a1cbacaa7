import { expectDefined } from '@rowhouse/platform'
import type { Command, Flag } from '../commands/command.js'

/** The names of the instance's tables and search indexes. */
export interface Names {
  readonly tables: readonly string[]
  readonly searchIndexes: readonly string[]
}

/** The possible completions of a line, and the part of it that they replace. */
export function complete(
  line: string,
  commands: readonly Command[],
  names: Names,
): readonly [candidates: readonly string[], part: string] {
  const words = line.split(/\s+/)
  const part = expectDefined(words.at(-1), 'the last word')
  const [name = ''] = words.filter((word) => word !== '')
  const isFirst = line.trimStart() === part
  const command = commands.find((candidate) => candidate.name === name)
  if (isFirst || name === 'help')
    return [
      starting(
        commands.map((one) => one.name),
        part,
      ),
      part,
    ]
  if (command === undefined) return [[], part]
  const flag = flagOf(command, expectDefined(words.at(-2), 'the command or a word after it'))
  if (flag !== undefined && flag.kind !== 'switch') {
    return [starting(valuesOf(command, flag, names), part), part]
  }
  return [
    starting([...command.flags.map((one) => `--${one.name}`), ...wordsOf(command)], part),
    part,
  ]
}

const starting = (candidates: readonly string[], part: string): readonly string[] =>
  candidates.filter((candidate) => candidate.startsWith(part))

const flagOf = ({ flags }: Command, word: string): Flag | undefined =>
  word.startsWith('-')
    ? flags.find(({ name, short }) => [name, short].includes(word.replace(/^--?/, '')))
    : undefined

function valuesOf(command: Command, { name }: Flag, names: Names): readonly string[] {
  if (name === 'table') return names.tables
  if (name === 'name') {
    return command.name.includes('search') ? names.searchIndexes : names.tables
  }
  return []
}

/** The words of a command's argument, such as `table|json`. */
const wordsOf = ({ words = '' }: Command): readonly string[] =>
  words.includes('|') ? words.split('|') : []
