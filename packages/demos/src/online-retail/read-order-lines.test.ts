import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderLine } from './order-line.js'
import { readOrderLines } from './read-order-lines.js'
import { totalsOfFile } from './run.js'

const SAMPLE = fileURLToPath(new URL('../../data/online-retail-sample.csv.gz', import.meta.url))
const HEADER = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'
const LINES = [
  HEADER,
  '1,A,"FRAME 7"" SIZE, RED ",6,2010-12-01 08:26:00,2.55,17850.0,EIRE',
  '2,B,VOUCHER £40.00,1,2010-12-01 08:27:00,34.04,,France',
  '1,A,,-6,2010-12-01 08:28:00,2.55,17850.0,EIRE',
].join('\n')

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'order-lines-'))
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (content: string | Buffer): Promise<OrderLine[]> => {
  const path = join(folder, 'lines.csv')
  await writeFile(path, content)
  const lines: OrderLine[] = []
  for await (const line of readOrderLines(path)) lines.push(line)
  return lines
}

test('quotes, commas and other scripts survive; lines count per invoice', async () => {
  const lines = await read(LINES)
  expect(lines.map((line) => [line.invoiceNo, line.line, line.description])).toEqual([
    ['1', 1, 'FRAME 7" SIZE, RED '],
    ['2', 1, 'VOUCHER £40.00'],
    ['1', 2, ''],
  ])
})

test('a gzip file is known by its content', async () => {
  expect(await read(gzipSync(LINES))).toEqual(await read(LINES))
})

test('bad files are refused with a reason', async () => {
  await expect(read('')).rejects.toThrow('the file is empty')
  await expect(read(LINES.replace('InvoiceNo', 'Invoice'))).rejects.toThrow('first line must be')
  await expect(read(`${HEADER}\n1,A,B,x,2010-12-01 08:26:00,1,,EIRE`)).rejects.toThrow('Quantity')
  await expect(read(gzipSync(LINES).subarray(0, 60))).rejects.toThrow('unexpected end of file')
  await expect(async () => {
    for await (const _line of readOrderLines(join(folder, 'missing.csv'))) break
  }).rejects.toThrow('ENOENT')
})

test('the sample in the repository is what its provenance page says', async () => {
  const totals = await totalsOfFile(SAMPLE)
  expect(totals).toMatchObject({ lines: 2_074, linesWithoutCustomer: 844 })
  expect(totals.byCountry.size).toBe(5)
  expect(totals.byMonth.size).toBe(13)
})
