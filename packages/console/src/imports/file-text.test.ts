import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { guessReading, readSample } from './file-records.js'
import { FileText, UnpackingError } from './file-text.js'

const TEXT = `id,title\n${Array.from({ length: 50_000 }, (_, id) => `${id},铁观音 ${id}`).join('\n')}\n`
const PACKED = new Uint8Array(gzipSync(TEXT))

async function textOf(file: File): Promise<string> {
  let whole = ''
  for await (const piece of new FileText(file, 'utf-8').pieces()) whole += piece
  return whole
}

test('a file of gzip is read as what is in it, whatever its name', async () => {
  expect(await textOf(new File([TEXT], 'orders.csv'))).toBe(TEXT)
  expect(await textOf(new File([PACKED], 'orders.csv'))).toBe(TEXT)
})

test('how a packed file is read is guessed from its name and its first line', async () => {
  const csv = new File([new Uint8Array(gzipSync('a;b\n1;2\n'))], 'orders.csv.gz')
  expect(await guessReading(csv)).toMatchObject({ format: 'csv', delimiter: ';' })
  const ndjson = new File([new Uint8Array(gzipSync('{"a":1}\n'))], 'orders.NDJSON.gz')
  expect(await guessReading(ndjson)).toMatchObject({ format: 'ndjson' })
  const { columns } = await readSample(csv, await guessReading(csv))
  expect(columns.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('the progress is that of the file as it is stored', async () => {
  const file = new File([PACKED], 'orders.csv.gz')
  const text = new FileText(file, 'utf-8')
  for await (const piece of text.pieces()) expect(piece).not.toBe('')
  expect(text.bytesRead).toBe(file.size)
})

test('a file that is cut off or damaged is told', async () => {
  await expect(textOf(new File([PACKED.slice(0, 20_000)], 'a.gz'))).rejects.toThrow(UnpackingError)
  await expect(textOf(new File([PACKED.with(30, 0xff).with(31, 0xff)], 'a.gz'))).rejects.toThrow(
    UnpackingError,
  )
})
