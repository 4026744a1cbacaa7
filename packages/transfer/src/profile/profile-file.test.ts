import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonCsv } from '../formats/csv/csv-parser.js'
import { profileFile } from './profile-file.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-profile-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const profileOf = async (name: string, format: 'csv' | 'ndjson', text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  const reading = { format, encoding: 'utf-8', csv: commonCsv, header: true } as const
  const more = { keyNames: [], input: Readable.from([]) }
  return profileFile(path, { ...reading, ...more }, () => undefined)
}

test('a column has a type, missing values, different values and frequent ones', async () => {
  const text =
    'n,city,when\n10,Bern,2020-01-01\n9,Bern,2020-01-02\n-1,,2019-01-01\nx\n10,Basel,2020-01-01\n'
  const { records, bad, columns } = await profileOf('a.csv', 'csv', text)
  expect([records, bad]).toEqual([4, 1])
  const [n, city, when] = columns
  expect(n).toMatchObject({
    type: 'integer',
    values: 4,
    nulls: 0,
    distinct: 3,
    least: '-1',
    most: '10',
  })
  expect(city).toMatchObject({ type: 'string', values: 3, nulls: 1, distinct: 2, longest: 5 })
  expect(city?.frequent).toEqual([{ value: 'Bern', rows: 2 }])
  expect(when).toMatchObject({ type: 'string', isTime: true, least: '2019-01-01' })
})

test('missing columns count as missing values', async () => {
  const { columns } = await profileOf('b.ndjson', 'ndjson', '{"a":1}\n{"b":"x"}\n{"a":2.5}\n')
  expect(columns).toMatchObject([
    { name: 'a', type: 'double', values: 2, nulls: 1, most: '2.5' },
    { name: 'b', type: 'string', values: 1, nulls: 2 },
  ])
})
