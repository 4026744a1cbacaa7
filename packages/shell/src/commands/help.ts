import { UseError } from '../errors.js'
import type { Session } from '../session/session.js'
import type { Command, Flag, Given } from './command.js'

const NAME_WIDTH = 27
const HELP_COLUMNS = 80

/** Shows all commands, or one with its samples and flags, in the layout of the service's tool. */
export function writeHelp(session: Session, given: Given, commands: readonly Command[]): void {
  const [name] = given.words
  if (name === undefined) {
    const lines = commands.map(
      ({ name: own, summary }) =>
        `  ${own.padEnd(NAME_WIDTH)}${inLines(summary, NAME_WIDTH + 2)}\n`,
    )
    session.write(`Commands:\n${lines.join('')}`)
    return
  }
  const command = commands.find(
    (candidate) => candidate.name === name || candidate.aliases?.includes(name) === true,
  )
  if (command === undefined) throw new UseError(`there is no command ${name}: "help"`)
  session.write(helpText(command))
}

function helpText({ name, aliases = [], summary, samples, flags, words }: Command): string {
  const also = aliases.length > 0 ? ` (also ${aliases.join(', ')})` : ''
  const usage = words === undefined ? '' : `\nUsage:\n  ${name} ${words}\n`
  const sampleLines = samples.map((sample) => `  ${sample}\n`).join('')
  const width = Math.max(0, ...flags.map((flag) => labelOf(flag).length))
  const flagLines = flags
    .map((flag) => `${labelOf(flag).padEnd(width)}   ${inLines(flag.text, width + 3)}\n`)
    .join('')
  return [
    `${inLines(`${summary.replace(/\.$/, '')}${also}.`, 0)}\n`,
    usage,
    samples.length > 0 ? `\nSample:\n${sampleLines}` : '',
    flags.length > 0 ? `\nFlags:\n${flagLines}` : '',
  ].join('')
}

/** The text in lines of a terminal of 80 columns, each behind so many spaces. */
function inLines(text: string, indent: number): string {
  let length = indent
  const words = text.split(' ').map((word, at) => {
    const fits = at === 0 || length + 1 + word.length < HELP_COLUMNS
    length = fits ? length + word.length + (at === 0 ? 0 : 1) : indent + word.length
    return at === 0 ? word : `${fits ? ' ' : `\n${' '.repeat(indent)}`}${word}`
  })
  return words.join('')
}

const KINDS = { text: ' string', number: ' int', switch: '' } as const

const labelOf = ({ name, short, kind }: Flag): string =>
  `${short === undefined ? '      ' : `  -${short}, `}--${name}${KINDS[kind]}`
