import { decodeRows, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { PageWriters } from './page-writers.js'

const pageOf = (writers: PageWriters, text: string): Buffer => {
  const writer = writers.take(64)
  writer.header()
  writer.beginRow()
  writer.primaryKeyCell('id', stringVariant(text))
  writer.endRow()
  return writers.finish(writer)
}

const textOf = (page: Buffer): string =>
  decodeRows(page)[0]?.primaryKey[0]?.value?.toString('latin1', 5) ?? ''

test('pages that are not given back stay unchanged', () => {
  const writers = new PageWriters()
  const texts = ['one', 'x'.repeat(300), 'three']
  const pages = texts.map((text) => pageOf(writers, text))
  expect(pages.map(textOf)).toEqual(texts)
})

test('the memory of a page that is given back is reused for the next one', () => {
  const writers = new PageWriters()
  const first = pageOf(writers, 'first')
  writers.giveBack(first)
  const second = pageOf(writers, 'second')
  expect(textOf(second)).toBe('second')
  expect(second.buffer).toBe(first.buffer)
  expect(second.byteOffset).toBe(first.byteOffset)
})

test('giving back a page twice, or a foreign buffer, changes nothing', () => {
  const writers = new PageWriters()
  const first = pageOf(writers, 'first')
  writers.giveBack(first)
  writers.giveBack(first)
  writers.giveBack(Buffer.from('foreign'))
  const second = pageOf(writers, 'second')
  const third = pageOf(writers, 'third')
  expect([second, third].map(textOf)).toEqual(['second', 'third'])
})
