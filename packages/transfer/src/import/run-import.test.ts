import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { TableSchema } from '@rowhouse/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonCsv } from '../formats/csv/csv-parser.js'
import { formatOf } from '../formats/format.js'
import { writeParquet } from '../formats/parquet/write-parquet.js'
import { findFiles } from '../sources/find-files.js'
import { importFiles } from '../testing/import-of.js'
import { type TestPlace, startTestPlace } from '../testing/transfer-place.js'
import type { ImportProgress } from './import-options.js'
import { parseMapping } from './parse-mapping.js'

let place: TestPlace
beforeAll(async () => {
  place = await startTestPlace()
})
afterAll(() => place.close())

/** All rows of the table with all their columns. */
async function rowsOf(tableName: string, key: TableSchema['key']): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const row of place.client.table({ name: tableName, key, columns: {} }).range()) {
    rows.push(row)
  }
  return rows
}

describe('a CSV file', () => {
  test('becomes rows of inferred types in a table that is created', async () => {
    const path = place.path('people.csv')
    await writeFile(path, 'id,name,age,height,member\n7,"Ann, B.",31,1.7,true\n8,,,2,false\n')
    const result = await importFiles(place, 'people', [path], { keyNames: ['id'] })
    expect(result).toMatchObject({ written: 2, rejected: 0 })
    expect(await rowsOf('people', { id: 'integer' })).toEqual([
      { id: 7n, name: 'Ann, B.', age: 31n, height: 1.7, member: true },
      { id: 8n, height: 2, member: false },
    ])
    expect(existsSync(place.path('people.journal'))).toBe(false)
  })

  test('may be compressed, in GB18030, and have its columns mapped', async () => {
    const text = 'name;born\nx;2020-01-02 03:04:05\n'
    const packed = Buffer.concat([
      Buffer.from('name;born\n'),
      Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
    ])
    const path = place.path('mapped.csv.gz')
    await writeFile(path, gzipSync(Buffer.concat([packed, Buffer.from(text.slice(11))])))
    await importFiles(place, 'mapped', [path], {
      keyNames: ['who'],
      reading: {
        format: 'csv',
        encoding: 'gb18030',
        csv: { delimiter: ';', quote: '"', nullText: '' },
        header: true,
      },
      mappings: ['name=who', 'born:time(yyyy-MM-dd HH:mm:ss)'].map(parseMapping),
      zone: '+08:00',
    })
    const born = BigInt(Date.parse('2020-01-01T19:04:05Z'))
    expect(await rowsOf('mapped', { who: 'string' })).toEqual([{ who: '你好', born }])
  })

  test('has bad rows rejected with reasons and the others written', async () => {
    const path = place.path('bad.csv')
    const sample = Array.from({ length: 10_000 }, (_, i) => `${i},1`).join('\n')
    const long = 'x'.repeat(1025)
    await writeFile(path, `id,n\n${sample}\n10000,one\n,2\n10001,3,4\n10002,5\n${long},1\n`)
    const result = await importFiles(place, 'bad', [path], {
      keyNames: ['id'],
      mappings: [parseMapping('id:string')],
    })
    expect(result).toMatchObject({ written: 10_001, rejected: 4 })
    const lines = readFileSync(place.path('bad.rejects.ndjson'), 'utf8').trim().split('\n')
    const reasons = lines.map((line): unknown => JSON.parse(line))
    expect(reasons).toMatchObject([
      { record: 10_001, reason: 'n is no integer: "one"', content: { id: '10000', n: 'one' } },
      { record: 10_002, reason: 'id of the key has no value' },
      { record: 10_003, reason: 'it has 3 fields, not 2', content: '10001,3,4' },
      { record: 10_005, reason: 'id has more than 1024 bytes' },
    ])
  })

  test('with repeated keys ends with the last row of each, in both orders', async () => {
    const path = place.path('again.csv')
    const lines = Array.from({ length: 40_000 }, (_, i) => `${i % 7},${i}`)
    await writeFile(path, `id,n\n${lines.join('\n')}\n`)
    for (const order of ['sorted', 'shuffled', 'auto'] as const) {
      await importFiles(place, `again_${order}`, [path], { keyNames: ['id'], order })
      const rows = await rowsOf(`again_${order}`, { id: 'integer' })
      const last = [0, 1, 2, 3, 4, 5, 6].map((id) => ({
        id: BigInt(id),
        n: BigInt(39_999 - ((39_999 - id) % 7)),
      }))
      expect(rows).toEqual(last)
    }
  })
})

test('rows that the server refuses are rejected one by one', async () => {
  const path = place.path('refused.ndjson')
  // A column name must not begin with #: the service refuses the whole request.
  await writeFile(path, '{"id":1,"a":1}\n{"id":2,"#b":1}\n{"id":3,"a":3}\n')
  const result = await importFiles(place, 'refused', [path], { keyNames: ['id'] })
  expect(result).toMatchObject({ written: 2, rejected: 1 })
  const text = readFileSync(place.path('refused.rejects.ndjson'), 'utf8')
  expect(text).toContain('OTSParameterInvalid')
})

test('NDJSON keeps columns outside of the sample, large integers and nested values', async () => {
  const path = place.path('wide.ndjson')
  await writeFile(
    path,
    '{"id":"a","n":9007199254740993,"d":1.0,"tags":["x"]}\n{"id":"b","raw":{"$binary":"AP8="}}\n',
  )
  await importFiles(place, 'wide', [path], { keyNames: ['id'] })
  expect(await rowsOf('wide', { id: 'string' })).toEqual([
    { id: 'a', n: 9_007_199_254_740_993n, d: 1, tags: '["x"]' },
    { id: 'b', raw: new Uint8Array([0, 255]) },
  ])
})

test('a file of the ts tool keeps its times', async () => {
  const path = place.path('tool.ts')
  const key = '{"Values":["86",6771]}'
  await writeFile(
    path,
    `{"PK":${key},"Attr":{"Values":[{"C":"age","V":32,"TS":1626860801604,"IsInt":true},{"c":"h","v":2}]}}\n`,
  )
  await importFiles(place, 'tool', [path], { keyNames: ['uid', 'pid'] })
  const table = place.client.table({
    name: 'tool',
    key: { uid: 'string', pid: 'integer' },
    columns: { age: 'integer', h: 'double' },
  })
  const found = await table.getVersions({ uid: '86', pid: 6771n }, { maxVersions: 1 })
  expect(found?.cells.find(({ name }) => name === 'age')).toMatchObject({
    value: 32n,
    timestamp: 1_626_860_801_604n,
  })
  expect(found?.row).toMatchObject({ h: 2 })
})

test('a dry run writes nothing, not even the table', async () => {
  const path = place.path('dry.csv')
  await writeFile(path, 'id,n\n1,2\n')
  const result = await importFiles(place, 'dry', [path], { keyNames: ['id'], isDryRun: true })
  expect(result).toMatchObject({ written: 1, rejected: 0 })
  expect(await place.client.tableNames()).not.toContain('dry')
})

test('the journal of another import is not resumed', async () => {
  const path = place.path('journal.csv')
  await writeFile(path, 'id,n\n1,2\n')
  await writeFile(place.path('journal.journal'), '{"identity":{},"state":{}}\n')
  const begin = (isRestart: boolean) =>
    importFiles(place, 'journal', [path], { keyNames: ['id'], isRestart })
  await expect(begin(false)).rejects.toThrow('--restart')
  expect(await begin(true)).toMatchObject({ written: 1 })
})

test('rejects of an earlier import of the table do not stay, not even those of a dry run', async () => {
  const [path, rejects] = [place.path('mended.csv'), place.path('mended.rejects.ndjson')]
  const map = { keyNames: ['id'], mappings: [parseMapping('n:integer')] }
  for (const isDryRun of [true, false]) {
    await writeFile(path, 'id,n\n1,one\n2,2\n')
    expect(await importFiles(place, 'mended', [path], map)).toMatchObject({ rejected: 1 })
    expect(existsSync(rejects)).toBe(true)
    await writeFile(path, 'id,n\n1,1\n2,2\n')
    const again = await importFiles(place, 'mended', [path], { ...map, isDryRun })
    expect(again).toMatchObject({ rejected: 0 })
    expect(existsSync(rejects)).toBe(false)
  }
})

test('files without a record are passed over, and are nothing in a table that exists', async () => {
  const paths = ['hour-0.csv', 'hour-1.csv', 'hour-2.csv'].map(place.path)
  const [none = '', header = '', some = ''] = paths
  await writeFile(none, '')
  await writeFile(header, 'id,n\n')
  await writeFile(some, 'id,n\n1,2\n')
  const shares: number[] = []
  const tell = ({ bytesRead, bytes }: ImportProgress): unknown => shares.push(bytesRead / bytes)
  const result = await importFiles(place, 'hours', paths, { keyNames: ['id'] }, tell)
  expect(result).toMatchObject({ written: 1, rejected: 0 })
  expect(await rowsOf('hours', { id: 'integer' })).toEqual([{ id: 1n, n: 2n }])
  expect(Math.max(...shares)).toBe(1)

  expect(await importFiles(place, 'hours', [header])).toMatchObject({ written: 0, rejected: 0 })
  const toNew = importFiles(place, 'no_hours', [none, header], { keyNames: ['id'] })
  await expect(toNew).rejects.toThrow('have no records that can be read')
})

test('a row may have 1,024 columns beside its key, of a file that has more', async () => {
  const names = Array.from({ length: 1_025 }, (_, i) => `c${i}`)
  const values = names.map(() => '1')
  const path = place.path('wide.csv')
  const rows = [
    ['1', '', ...values.slice(1)],
    ['2', ...values],
  ]
  await writeFile(path, [['id', ...names], ...rows].map((row) => `${row.join(',')}\n`).join(''))
  const result = await importFiles(place, 'wide', [path], { keyNames: ['id'] })
  expect(result).toMatchObject({ written: 1, rejected: 1 })
  const rejects = readFileSync(place.path('wide.rejects.ndjson'), 'utf8')
  expect(rejects).toContain('"record":2,"reason":"it has 1025 columns, too many for a row"')
})

test('a damaged Parquet file is told in one line', async () => {
  const path = place.path('damaged.parquet')
  const piece = Array.from({ length: 1_000 }, (_, i) => [BigInt(i), `text ${i}`])
  const columns = [
    { name: 'id', type: 'integer' },
    { name: 'text', type: 'string' },
  ] as const
  async function* pieces() {
    yield await Promise.resolve(piece)
  }
  await writeParquet(path, columns, pieces())
  const bytes = readFileSync(path)
  await writeFile(path, bytes.fill(0, 40, 200))
  const begun = importFiles(place, 'damaged', [path], { keyNames: ['id'] })
  await expect(begun).rejects.toThrow(`${path} is damaged: `)
})

test('a file in UTF-16 is refused with the encoding to try', async () => {
  const path = place.path('wide-text.csv')
  await writeFile(path, Buffer.from('\ufeffid,n\n1,2\n', 'utf16le'))
  const begun = importFiles(place, 'wide_text', [path], { keyNames: ['id'] })
  await expect(begun).rejects.toThrow('try --encoding utf-16le')
})

test('rejects cannot go to a file that is imported', async () => {
  const path = place.path('itself.csv')
  await writeFile(path, 'id,n\n1,2\n')
  const begun = importFiles(place, 'itself', [path], { keyNames: ['id'], rejectsPath: path })
  await expect(begun).rejects.toThrow('which is imported')
  expect(readFileSync(path, 'utf8')).toBe('id,n\n1,2\n')
})

test('an interrupted import is resumed at the place in its journal', async () => {
  const path = place.path('half.csv')
  const lines = Array.from({ length: 36_000 }, (_, i) => `${i},${i}`)
  await writeFile(path, `id,n\n${lines.join('\n')}\n`)
  const interrupted = importFiles(place, 'half', [path], { keyNames: ['id'] }, ({ written }) => {
    if (written > 10_000) throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  const result = await importFiles(place, 'half', [path], { keyNames: ['id'] })
  expect(result.resumed).toBeGreaterThan(0)
  expect(result.written).toBe(36_000)
  expect(await rowsOf('half', { id: 'integer' })).toHaveLength(36_000)
})

test('a wrong time zone is refused before the table is created', async () => {
  const path = place.path('zone.csv')
  await writeFile(path, 'id,n\n1,2\n')
  const begun = importFiles(place, 'zoned', [path], { keyNames: ['id'], zone: 'moon' })
  await expect(begun).rejects.toThrow('moon is no time zone')
  expect(await place.client.tableNames()).not.toContain('zoned')
  expect(existsSync(place.path('zoned.journal'))).toBe(false)
})

test('a missing file, a folder and an empty Parquet file are told in plain words', async () => {
  const missing = place.path('missing.csv')
  const folder = dirname(missing)
  const empty = place.path('empty.parquet')
  await writeFile(empty, '')
  const begin = (path: string) =>
    importFiles(place, 'plain', [path], {
      keyNames: ['id'],
      reading: { format: formatOf(empty), encoding: 'utf-8', csv: commonCsv, header: true },
    })
  await expect(begin(empty)).rejects.toThrow(`${empty} is empty`)
  await expect(findFiles([missing])).rejects.toThrow(`there is no file ${missing}`)
  await expect(findFiles([folder])).rejects.toThrow(`${folder} is a folder, not a file`)
  await expect(findFiles([`${folder}/none/*.csv`])).rejects.toThrow('there is no folder')
})
