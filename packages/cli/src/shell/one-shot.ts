import { type Command as ShellCommand, type Flag, commands, runOnce } from '@rowhouse/shell'
import { Command } from 'commander'
import { type ConnectionOptions, clientCommand } from '../connection/connection.js'
import { surroundingsOf } from './surroundings.js'

/** The names of a group's commands, and the shell's commands that they call. */
export type Group = Readonly<Record<string, string>>

/** `rowhouse table create …` is the shell's `create …`. */
export function groupCommand(name: string, description: string, group: Group): Command {
  const command = new Command(name).description(description)
  for (const [own, wanted] of Object.entries(group)) {
    const found = commands.find((candidate) => candidate.name === wanted)
    if (found === undefined) throw new TypeError(`the shell has no command ${wanted}`)
    command.addCommand(oneShot(own, found))
  }
  return command
}

function oneShot(name: string, command: ShellCommand): Command {
  const summary = command.summary.replace(/\.$/, '')
  const made = clientCommand(name, summary.charAt(0).toLowerCase() + summary.slice(1))
  for (const flag of command.flags) {
    const [syntax, text] = optionOf(flag)
    if (flag.isNeeded === true) made.requiredOption(syntax, text)
    else made.option(syntax, text)
  }
  return made.action(async (options: ConnectionOptions & Readonly<Record<string, unknown>>) => {
    await runOnce(surroundingsOf(options), command.name, wordsOf(command, options))
  })
}

function optionOf({ name, short, kind, text }: Flag): [syntax: string, text: string] {
  const label = short === undefined ? `--${name}` : `-${short}, --${name}`
  const value = { text: ' <TEXT>', number: ' <N>', switch: '' }[kind]
  return [label + value, text.replace(' (default: the used one)', '')]
}

const wordsOf = ({ flags }: ShellCommand, options: Readonly<Record<string, unknown>>): string[] =>
  flags.flatMap(({ name }) => {
    const value = options[name]
    if (typeof value === 'string') return [`--${name}=${value}`]
    return value === true ? [`--${name}`] : []
  })
