import { UseError } from '../errors.js'
import { checkNeeded, parseFlags } from '../commands/parse-flags.js'
import { findCommand, helpCommand, helpOf } from '../commands/command-registry.js'
import { splitWords } from '../line/split-words.js'
import type { Session } from './session.js'

/** Runs one line. Comments begin with `#`; an empty line does nothing. Throws on errors. */
export async function runLine(session: Session, line: string): Promise<void> {
  if (line.trimStart().startsWith('#')) return
  const { words } = splitWords(line.trim().replace(/;$/, ''))
  const [name, ...rest] = words
  if (name === undefined) return
  await runCommand(session, name, rest)
}

export async function runCommand(
  session: Session,
  name: string,
  words: readonly string[],
): Promise<void> {
  const command = findCommand(name)
  if (command === undefined) throw new UseError(`there is no command ${name}: "help" lists them`)
  if (words.length === 1 && words.every((word) => word === 'help' || word === '--help')) {
    await helpCommand.run(session, helpOf(command))
    return
  }
  const given = parseFlags(command, isOpenEnded(command.words) ? [] : words)
  checkNeeded(command, given)
  await command.run(session, given)
}

/** Whether a command accepts any arguments, because its answer does not depend on them. */
const isOpenEnded = (words: string | undefined): boolean => words === '...'
