import { counted } from '@rowhouse/platform'
import { TransferError } from '../../errors.js'
import type { FileOptions } from '../format.js'
import type { ReadRecord } from '../record.js'
import { type CsvFields, CsvParser } from './csv-parser.js'

/** The records of one CSV file, in one array for each piece of text. */
export async function* readCsv(
  text: AsyncIterable<string>,
  { csv, header }: Pick<FileOptions, 'csv' | 'header'>,
  path: string,
): AsyncGenerator<readonly ReadRecord[], void, undefined> {
  const parser = new CsvParser(csv, path, header === true ? 0 : 1)
  let names = typeof header === 'boolean' ? undefined : header
  let number = 0
  const recordsOf = (all: CsvFields[]): ReadRecord[] => {
    const [first] = all
    if (names === undefined && first !== undefined) {
      names = header === false ? first.map((_, i) => `c${i + 1}`) : headerOf(first, path)
      if (header !== false) all.shift()
    }
    const known = names
    if (known === undefined) return []
    return all.map((fields) => recordOf(known, fields, ++number, csv.delimiter))
  }
  for await (const piece of text) yield recordsOf(parser.push(piece))
  yield recordsOf(parser.end())
}

function recordOf(
  names: readonly string[],
  fields: CsvFields,
  number: number,
  delimiter: string,
): ReadRecord {
  if (fields.length === names.length) return { number, names, values: fields }
  const problem = `it has ${counted(fields.length, 'field')}, not ${names.length}`
  return { number, problem, text: fields.map((field) => field ?? '').join(delimiter) }
}

function headerOf(fields: CsvFields, path: string): string[] {
  const names = fields.map((field) => field ?? '')
  const seen = new Set<string>()
  for (const name of names) {
    if (name === '') throw new TransferError(`a column of ${path} has no name in its first line`)
    if (seen.has(name)) throw new TransferError(`two columns of ${path} are called ${name}`)
    seen.add(name)
  }
  return names
}
