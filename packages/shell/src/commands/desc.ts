import { writeFile } from 'node:fs/promises'
import { keySchemaOf } from '@rowhouse/requests'
import { ShellError, UseError } from '../errors.js'
import { describedTable } from '../formats/table-file.js'
import { writeJson } from '../json/write-json.js'
import { NO_TIME_SERIES } from './not-served.js'
import { type Command, outputFlag, tableFlag, tableOf } from './command.js'

export const desc: Command = {
  name: 'desc',
  summary: 'Show a table with its key, its options and its indexes.',
  samples: ['desc', 'desc -t mytable -f table', 'desc -t mytable -o mytable.json'],
  flags: [
    tableFlag,
    { name: 'print_format', short: 'f', kind: 'text', text: 'json (default) or table' },
    outputFlag,
    { name: 'ts', kind: 'switch', text: 'a time-series table' },
  ],
  async run(session, given) {
    if (given.isOn('ts')) throw new ShellError(NO_TIME_SERIES)
    const table = tableOf(session, given)
    const format = given.text('print_format') ?? 'json'
    if (format !== 'json' && format !== 'table') throw new UseError(`no print format is ${format}`)
    const reply = await session.send({ operation: 'DescribeTable', table })
    const json = writeJson(describedTable(reply), session.output === 'json' ? 0 : 4)
    const output = given.text('output')
    if (output !== undefined) await writeFile(output, `${json}\n`)
    else if (format === 'json') session.write(`${json}\n`)
    else {
      const rows = [
        ...keySchemaOf(reply).map(({ name, type, isAuto }) => [
          name,
          type.toLowerCase(),
          isAuto ? 'key, auto' : 'key',
        ]),
        ...reply.tableMeta.definedColumns.map(({ name, type }) => [
          name,
          type === 'BLOB' ? 'binary' : type.toLowerCase(),
          'defined',
        ]),
      ]
      session.show(['Column', 'Type', 'Kind'], rows, () => describedTable(reply))
    }
  },
}
