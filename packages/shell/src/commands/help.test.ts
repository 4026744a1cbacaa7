import { expect, test } from 'vitest'
import { Session } from '../session/session.js'
import { commands } from './command-registry.js'
import { writeHelp } from './help.js'
import { parseFlags } from './parse-flags.js'

test('the help of all commands fits a terminal of 80 columns, samples left out', () => {
  const written: string[] = []
  const terminal = {
    isInteractive: false,
    columns: undefined,
    write: (text: string) => void written.push(text),
    ask: () => Promise.resolve(undefined),
  }
  const connect = (): never => {
    throw new Error('help needs no connection')
  }
  const session = new Session({ terminal, connection: {}, connect, output: 'table' })
  const [help] = commands.filter(({ name }) => name === 'help')
  if (help === undefined) throw new Error('there is no help')
  for (const words of [[], ...commands.map(({ name }) => [name])])
    writeHelp(session, parseFlags(help, words), commands)
  const lines = written
    .join('')
    .replaceAll(/\nSample:\n(?:  .*\n)*/g, '')
    .split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines.length).toBeGreaterThan(100)
})
