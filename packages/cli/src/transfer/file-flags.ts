import { type FileOptions, type FormatName, formatNames, formatOf } from '@rowhouse/transfer'
import { type Command, Option } from 'commander'

/** The options for reading a file. */
export interface FileFlags {
  readonly format?: FormatName
  readonly encoding: string
  readonly delimiter?: string
  readonly quote: string
  readonly null: string
  readonly header: boolean
  readonly columns?: readonly string[]
}

export const formatOption = (): Option =>
  new Option('--format <FORMAT>', 'format of the file (default: from its name)').choices(
    formatNames,
  )

export function fileOptions(command: Command): Command {
  return command
    .option('--encoding <NAME>', 'encoding of the text, such as gb18030', 'utf-8')
    .option('--delimiter <CHARACTER>', 'of CSV (default: a comma, a tab for .tsv)', unescaped)
    .option('--quote <CHARACTER>', 'quote of CSV; empty for none', '"')
    .option('--null <TEXT>', 'text that means null in CSV, when unquoted', '')
    .option('--no-header', 'the first line of CSV is a record; columns are c1, c2 and so on')
    .option('--columns <NAMES>', 'names of the columns of CSV without a header', (text: string) =>
      text.split(','),
    )
}

export function readingOf(flags: FileFlags, path: string): FileOptions {
  const delimiter = flags.delimiter ?? (/\.tsv(\.gz)?$/i.test(path) ? '\t' : ',')
  return {
    format: flags.format ?? formatOf(path),
    encoding: flags.encoding,
    csv: { delimiter, quote: flags.quote, nullText: flags.null },
    header: flags.columns ?? flags.header,
  }
}

/** Shells pass `\t` on as two characters. */
export const unescaped = (text: string): string => (text === '\\t' ? '\t' : text)
