import { operations } from '@rowhouse/client'
import type { TableChange } from '@rowhouse/snippets'
import { ShellError, UseError } from '../errors.js'
import type { Session } from '../session/session.js'
import { NO_TIME_SERIES } from './not-served.js'
import { type Command, tableFlag, tableOf } from './command.js'

export const alter: Command = {
  name: 'alter',
  summary: 'Change options and reserved throughput of a table.',
  samples: ['alter -t mytable --ttl 864000', 'alter -t mytable --read_cu 100 --write_cu 50'],
  flags: [
    tableFlag,
    { name: 'ttl', kind: 'number', text: 'seconds that data lives; -1 for ever' },
    { name: 'version', kind: 'number', text: 'versions of a column' },
    { name: 'read_cu', kind: 'number', text: 'reserved read units' },
    { name: 'write_cu', kind: 'number', text: 'reserved write units' },
    { name: 'ts', kind: 'switch', text: 'a time-series table' },
  ],
  async run(session, given) {
    if (given.isOn('ts')) throw new ShellError(NO_TIME_SERIES)
    const table = tableOf(session, given)
    const [timeToLive, maxVersions] = [given.integer('ttl'), given.integer('version')]
    const [read, write] = [given.integer('read_cu'), given.integer('write_cu')]
    if ([timeToLive, maxVersions, read, write].every((value) => value === undefined)) {
      throw new UseError('nothing is to be changed: "alter help"')
    }
    const hasUnits = read !== undefined || write !== undefined
    const units = hasUnits ? await unitsOf(session, table, read, write) : undefined
    const change: TableChange = { table, timeToLive, maxVersions, units }
    await session.send({ operation: 'UpdateTable', ...change })
    session.done()
  },
}

/** Always both units, because not every SDK can leave one out. */
async function unitsOf(
  session: Session,
  tableName: string,
  read: number | undefined,
  write: number | undefined,
): Promise<{ readonly read: number; readonly write: number }> {
  if (read !== undefined && write !== undefined) return { read, write }
  const { reservedThroughputDetails } = await session.call(operations.describeTable, { tableName })
  const { capacityUnit } = reservedThroughputDetails
  return { read: read ?? capacityUnit.read, write: write ?? capacityUnit.write }
}
