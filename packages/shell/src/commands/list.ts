import { operations } from '@rowhouse/client'
import type { DescribeTableReply } from '@rowhouse/protocol'
import { keySchemaOf } from '@rowhouse/requests'
import { ShellError, UseError } from '../errors.js'
import { describedTable } from '../formats/table-file.js'
import { NO_TIME_SERIES } from './not-served.js'
import type { Command } from './command.js'
import type { Session } from '../session/session.js'

export const list: Command = {
  name: 'list',
  aliases: ['list_table', 'lt'],
  summary: 'List tables.',
  samples: ['list', 'list -d'],
  flags: [
    { name: 'all', short: 'a', kind: 'switch', text: 'tables of all kinds' },
    { name: 'wc', short: 'w', kind: 'switch', text: 'data tables (default)' },
    { name: 'ts', short: 't', kind: 'switch', text: 'time-series tables' },
    { name: 'detail', short: 'd', kind: 'switch', text: 'with keys and options' },
  ],
  async run(session, given) {
    if (given.isOn('ts') && given.isOn('wc')) throw new UseError('give --wc or --ts, not both')
    if (given.isOn('ts')) throw new ShellError(NO_TIME_SERIES)
    const { tableNames } = await session.send({ operation: 'ListTable' })
    if (given.isOn('detail')) return showDetails(session, tableNames)
    if (session.output === 'json') session.writeJson(tableNames)
    else for (const name of tableNames) session.write(`${name}\n`)
  },
}

async function showDetails(session: Session, names: readonly string[]): Promise<void> {
  const tables: DescribeTableReply[] = []
  for (const tableName of names) {
    tables.push(await session.call(operations.describeTable, { tableName }))
  }
  const rows = tables.map((table) => [
    table.tableMeta.tableName,
    keySchemaOf(table)
      .map(({ name, type, isAuto }) => `${name} ${isAuto ? 'auto' : type.toLowerCase()}`)
      .join(', '),
    String(table.tableOptions.timeToLive),
    String(table.tableOptions.maxVersions),
  ])
  session.show(['TableName', 'PrimaryKey', 'TTL', 'Version'], rows, () =>
    tables.map(describedTable),
  )
}
