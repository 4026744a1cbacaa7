import { readFile } from 'node:fs/promises'
import type { NewTable } from '@rowhouse/snippets'
import { ShellError, UseError } from '../errors.js'
import { definedColumnsOf, keyColumnsOf, listFlag, readTableFile } from '../formats/table-file.js'
import { NO_TIME_SERIES } from './not-served.js'
import { type Command, type Given, inputFlag, keyFlag, tableFlag } from './command.js'

export const create: Command = {
  name: 'create',
  summary: 'Create a table.',
  samples: [
    `create -t mytable --pk '[{"c":"uid","t":"string"},{"c":"pid","t":"integer","opt":"auto"}]'`,
    `create -t mytable --pk '[{"c":"uid","t":"string"}]' --ttl 864000 --version 3`,
    'create -i mytable.json',
  ],
  flags: [
    { ...tableFlag, text: 'the table' },
    {
      ...keyFlag,
      text: 'columns of the key: c name, t string, integer or binary, opt none or auto',
    },
    { name: 'mode', short: 'm', aliases: ['model'], kind: 'text', text: 'widecolumn (default)' },
    { name: 'ttl', kind: 'number', text: 'seconds that data lives (default: -1, for ever)' },
    { name: 'version', kind: 'number', text: 'versions of a column (default: 1)' },
    { name: 'read_cu', kind: 'number', text: 'reserved read units (default: 0)' },
    { name: 'write_cu', kind: 'number', text: 'reserved write units (default: 0)' },
    {
      name: 'defined',
      short: 'd',
      kind: 'text',
      text: 'defined columns: c name, t string, integer, double, bool or binary',
    },
    { ...inputFlag, text: 'a file with the table as desc shows it' },
  ],
  async run(session, given) {
    const mode = given.text('mode') ?? 'widecolumn'
    if (mode === 'timeseries') throw new ShellError(NO_TIME_SERIES)
    if (mode !== 'widecolumn') throw new UseError(`--mode is ${mode}: take widecolumn`)
    const table = await newTable(given)
    session.forget(table.table)
    await session.send({ operation: 'CreateTable', ...table })
    session.done()
  },
}

/** Flags win over the file. */
async function newTable(given: Given): Promise<NewTable> {
  const input = given.text('input')
  const file = input === undefined ? undefined : readTableFile(await readFile(input, 'utf8'), input)
  const [key, defined] = [given.text('pk'), given.text('defined')]
  return {
    table: given.text('table') ?? file?.table ?? given.need('table'),
    key:
      key === undefined
        ? (file?.key ?? keyColumnsOf(listFlag(given.need('pk'), '--pk'), '--pk'))
        : keyColumnsOf(listFlag(key, '--pk'), '--pk'),
    columns:
      defined === undefined
        ? (file?.columns ?? [])
        : definedColumnsOf(listFlag(defined, '--defined'), '--defined'),
    timeToLive: given.integer('ttl') ?? file?.timeToLive ?? -1,
    maxVersions: given.integer('version') ?? file?.maxVersions ?? 1,
    readUnits: given.integer('read_cu') ?? file?.readUnits ?? 0,
    writeUnits: given.integer('write_cu') ?? file?.writeUnits ?? 0,
  }
}
