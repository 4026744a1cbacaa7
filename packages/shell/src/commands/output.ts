import { UseError } from '../errors.js'
import type { Command } from './command.js'

export const output: Command = {
  name: 'output',
  summary: 'Show results as tables or as JSON lines.',
  samples: ['output json', 'output table'],
  flags: [],
  words: 'table|json',
  run(session, given) {
    const [word] = given.words
    if (word !== 'table' && word !== 'json')
      throw new UseError('take "output table" or "output json"')
    session.output = word
  },
}
