import { expect, test } from 'vitest'
import { choicesOfNewTable, faultsOf, newKey, withKeyPlace } from './column-choices.js'
import { guessReading, readSample } from './file-records.js'
import { EncodingError } from './file-text.js'
import { RowMaker } from './row-of-record.js'
import { warningsOf } from './sample-warnings.js'

const sampleOf = async (text: string) => {
  const file = new File([text], 'orders.csv')
  return readSample(file, await guessReading(file))
}

test('columns and types are guessed, and the first column that can be a key is the key', async () => {
  const { columns, records } = await sampleOf(
    'price;id;paid;at\n1.5;1;true;2026-01-01\n2;2;false;x\n',
  )
  const choices = choicesOfNewTable(columns, records.length)
  expect(choices.map(({ type }) => type)).toEqual(['double', 'integer', 'boolean', 'string'])
  expect(newKey(choices)).toEqual([{ name: 'id', type: 'INTEGER', isAuto: false }])
  expect(faultsOf(choices, columns, records, undefined)).toEqual([])
})

test('what breaks a rule of the service is told', async () => {
  const { columns, records } = await sampleOf('id,price,#st\n1,1.5,a\n,2.5,b\n')
  const choices = withKeyPlace(choicesOfNewTable(columns, 2), 'price', 1)
  const keyed = withKeyPlace(choices, 'id', 2)
  expect(faultsOf(keyed, columns, records, undefined)).toEqual([
    { fault: 'keyType', what: 'price' },
    { fault: 'keyEmpty', what: 'id' },
    { fault: 'columnName', what: '#st' },
  ])
  const none = choices.map((choice) => ({ ...choice, keyPlace: 0, target: 'same' }))
  expect(faultsOf(none, columns, records, undefined).map(({ fault }) => fault)).toEqual([
    'noKey',
    'nameTwice',
    'nameTwice',
  ])
})

test('rows of the sample that would be refused or replaced are counted', async () => {
  const { columns, records } = await sampleOf('id,n\n1,1\n1,x\n1,3\n')
  const choices = choicesOfNewTable(columns, 3).map((choice) => ({
    ...choice,
    type: 'integer' as const,
  }))
  expect(warningsOf(new RowMaker(choices), records)).toMatchObject({
    wrong: new Map([['n', 1]]),
    repeated: 1,
  })
})

test('a file in another encoding is told from one that is broken', async () => {
  const file = new File([new Uint8Array([0xd6, 0xd0, 0xce, 0xc4])], 'orders.csv')
  const reading = { format: 'csv', delimiter: ',', encoding: 'utf-8' } as const
  await expect(readSample(file, reading)).rejects.toThrow(EncodingError)
  const { columns } = await readSample(file, { ...reading, encoding: 'gb18030' })
  expect(columns).toEqual([])
})
