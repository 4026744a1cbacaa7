import { ShellError } from '../errors.js'
import { NO_TIME_SERIES } from './not-served.js'
import { type Command, neededTableFlag } from './command.js'

export const use: Command = {
  name: 'use',
  summary: 'Choose the table that later commands are for.',
  samples: ['use -t mytable'],
  flags: [
    neededTableFlag,
    { name: 'wc', kind: 'switch', text: 'a data table or an index (default)' },
    { name: 'ts', kind: 'switch', text: 'a time-series table' },
  ],
  async run(session, given) {
    if (given.isOn('ts')) throw new ShellError(NO_TIME_SERIES)
    const table = given.need('table')
    await session.keyOf(table)
    session.usedTable = table
  },
}
