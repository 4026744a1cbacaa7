import { doubleText } from '../json/write-object.js'
import type { FileValue } from '../record.js'
import type { CsvDialect } from './csv-parser.js'

/** Writes one line of a CSV file; null means no value. */
export function writeCsvRow(
  values: readonly (FileValue | undefined)[],
  { delimiter, quote, nullText }: CsvDialect,
): string {
  const fields = values.map((value) => {
    if (value === null || value === undefined) return nullText
    const text = textOf(value)
    const isPlain =
      text !== nullText &&
      !text.includes(delimiter) &&
      !text.includes(quote) &&
      !/[\r\n]/.test(text)
    return isPlain ? text : `${quote}${text.replaceAll(quote, quote + quote)}${quote}`
  })
  // An empty line would not be a record.
  const line = fields.join(delimiter)
  return line === '' ? `${quote}${quote}\n` : `${line}\n`
}

function textOf(value: Exclude<FileValue, null>): string {
  if (typeof value === 'number') return doubleText(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value)
}
