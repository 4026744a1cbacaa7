import { counted, expectDefined, nounFor } from '@rowhouse/platform'
import { type ColumnProfile, findFiles, profileFile } from '@rowhouse/transfer'
import { padded, plainText, widthOf } from '@rowhouse/shell'
import { Command } from 'commander'
import { ExitCode } from '../exit-codes.js'
import { type FileFlags, fileOptions, formatOption, readingOf } from '../transfer/file-flags.js'
import { listOf } from '../transfer/flags.js'
import { createProgress } from '../transfer/progress.js'

interface StatFlags extends FileFlags {
  readonly key?: readonly string[]
  readonly json?: boolean
}

export function createCommand(): Command {
  const command = new Command('stat')
    .description(
      'Read a file and tell what its columns hold: types, missing values, frequent ones.',
    )
    .argument('<file>', 'the file; gzip is unpacked; - is standard input')
    .addOption(formatOption())
    .option('--key <NAMES>', 'names of the key columns; the ts format has none', listOf)
    .option('--json', 'print one JSON line a column')
  return fileOptions(command).action((file: string, flags: StatFlags) => run(file, flags))
}

async function run(path: string, flags: StatFlags): Promise<void> {
  const [file] = await findFiles([path])
  const bytes = file?.bytes ?? 0
  const now = (): number => performance.now()
  const progress = createProgress(false, now)
  const reading = readingOf(flags, path)
  const options = { ...reading, keyNames: flags.key ?? [], input: process.stdin }
  const { records, bad, columns } = await profileFile(path, options, (rows, bytesRead) =>
    progress.tell({ rows, rejected: 0, share: bytes > 0 ? bytesRead / bytes : undefined }),
  )
  progress.end()
  if (bad > 0) process.exitCode = ExitCode.FOUND
  if (flags.json === true) {
    for (const column of columns) process.stdout.write(`${JSON.stringify(column)}\n`)
    return
  }
  const torn = bad > 0 ? `, and ${counted(bad, 'line')} that ${nounFor(bad, 'is', 'are')} none` : ''
  process.stdout.write(`${counted(records, 'record')}${torn}\n${tableOf(columns, records)}`)
}

const TITLES = [
  'column',
  'type',
  'missing',
  'different',
  'from',
  'to',
  'bytes',
  'most often',
] as const

function tableOf(columns: readonly ColumnProfile[], records: number): string {
  const rows = [TITLES, ...columns.map((column) => cellsOf(column, records).map(plainText))]
  const cellAt = (row: readonly string[], i: number) =>
    expectDefined(row[i], 'a cell of every title')
  const widths = TITLES.map((_, i) => Math.max(...rows.map((row) => widthOf(cellAt(row, i)))))
  const lines = rows.map((row) =>
    row
      .map((cell, i) => padded(cell, expectDefined(widths[i], 'a width')))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

function cellsOf(column: ColumnProfile, records: number): string[] {
  const { name, type, isTime, nulls, distinct, isDistinctExact, least, most, longest } = column
  const often = column.frequent.map(({ value, rows }) => {
    const percent = ((rows / records) * 100).toFixed(1)
    return `${value} ${percent} %`
  })
  return [
    name,
    isTime && type === 'string' ? 'string (a time?)' : type,
    String(nulls),
    isDistinctExact ? String(distinct) : `over ${distinct}`,
    least ?? '',
    most ?? '',
    String(longest),
    often.join(', '),
  ]
}
