import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { BadOrderLineError, FILE_COLUMNS, type OrderLine, parseOrderLine } from './order-line.js'

const GZIP_MAGIC = Buffer.of(0x1f, 0x8b)

/** Every line of the file in file order. Plain or gzip is told by content, not by name. */
export async function* readOrderLines(path: string): AsyncGenerator<OrderLine> {
  const records = await openRecords(path)
  const linesOfInvoice = new Map<string, number>()
  let isHeader = true
  for await (const item of records) {
    const record = fieldsOf(item)
    if (isHeader) {
      checkHeader(record)
      isHeader = false
      continue
    }
    const invoiceNo = record[0] ?? ''
    const line = (linesOfInvoice.get(invoiceNo) ?? 0) + 1
    linesOfInvoice.set(invoiceNo, line)
    yield parseOrderLine(record, line)
  }
  if (isHeader) throw new BadOrderLineError('the file is empty')
}

const openRecords = async (path: string): Promise<AsyncIterable<unknown>> => {
  const parser = parse({ bom: true })
  // The parser passes on whatever went wrong before it, so the callback has nothing left to do.
  const done = (): void => undefined
  if (await isGzip(path)) pipeline(createReadStream(path), createGunzip(), parser, done)
  else pipeline(createReadStream(path), parser, done)
  return parser
}

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path, 'r')
  try {
    const start = Buffer.alloc(GZIP_MAGIC.length)
    await file.read(start, 0, start.length, 0)
    return start.equals(GZIP_MAGIC)
  } finally {
    await file.close()
  }
}

const fieldsOf = (item: unknown): string[] => {
  if (!Array.isArray(item)) throw new BadOrderLineError('a record is no list of fields')
  return item.map(String)
}

const checkHeader = (record: readonly string[]): void => {
  if (record.join() !== FILE_COLUMNS.join()) {
    throw new BadOrderLineError(`the first line must be ${FILE_COLUMNS.join()}`)
  }
}
