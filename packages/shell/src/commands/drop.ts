import { ShellError } from '../errors.js'
import { type Command, neededTableFlag, yesFlag } from './command.js'
import { confirm } from './confirm.js'
import { NO_TIME_SERIES } from './not-served.js'

export const drop: Command = {
  name: 'drop',
  summary: 'Drop a table.',
  samples: ['drop -t mytable', 'drop -t mytable -y'],
  flags: [neededTableFlag, yesFlag, { name: 'ts', kind: 'switch', text: 'a time-series table' }],
  async run(session, given) {
    if (given.isOn('ts')) throw new ShellError(NO_TIME_SERIES)
    const table = given.need('table')
    await confirm(session, given, `Drop the table ${table} with all its rows?`)
    await session.send({ operation: 'DeleteTable', table })
    session.forget(table)
    session.done()
  },
}
