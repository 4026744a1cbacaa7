import type { Client } from '@rowhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeTable } from '../export/key-range.js'
import { TEST_INSTANCE, type TestPlace, startTestPlace } from '../testing/transfer-place.js'
import type { CopyOptions } from './copy-options.js'
import { runCopy } from './run-copy.js'
import { verifyCopy } from './verify-copy.js'

const SCHEMA = {
  name: 'things',
  key: { id: 'string', part: 'integer' },
  columns: { n: 'integer', defined: 'string' },
} as const
const ROWS = 5_000

let [from, to]: TestPlace[] = []
const placeOf = (place: TestPlace | undefined): TestPlace => {
  if (place === undefined) throw new Error('no test is running')
  return place
}

beforeAll(async () => {
  ;[from, to] = await Promise.all([startTestPlace(), startTestPlace()])
  const options = { maxVersions: 3, timeToLive: 86_400 * 365, definedColumns: ['defined'] }
  const table = await placeOf(from).client.createTable(SCHEMA, options)
  const writer = table.bulkWriter({ order: 'row' })
  const now = BigInt(Date.now())
  for (let i = 0; i < ROWS; i++) {
    const cells = [0n, 1n].map((age) => ({
      name: 'n',
      value: BigInt(i) + age,
      timestamp: now - age * 1000n,
    }))
    void writer.write({ put: { id: `k${i % 100}`, part: BigInt(i) }, cells })
  }
  await writer.close()
})
afterAll(() => Promise.all([placeOf(from).close(), placeOf(to).close()]))

const optionsOf = (tableName: string, more: Partial<CopyOptions> = {}): CopyOptions => {
  const side = (place: TestPlace, name: string) => ({
    client: place.client,
    endpoint: place.endpoint,
    instance: TEST_INSTANCE,
    tableName: name,
  })
  return {
    source: side(placeOf(from), 'things'),
    target: side(placeOf(to), tableName),
    range: wholeTable,
    keepsTimes: true,
    parallel: 2,
    concurrency: undefined,
    journalPath: placeOf(to).path(`${tableName}.journal`),
    isRestart: false,
    ...more,
  }
}

const surroundings = (onProgress: (rows: number) => void = () => undefined) => {
  let now = 0
  return {
    now: () => (now += 600),
    onProgress: ({ rows }: { readonly rows: number }) => onProgress(rows),
  }
}

const versionsOf = (client: Client, name: string) =>
  client.table({ ...SCHEMA, name }).getVersions({ id: 'k1', part: 1n }, { maxVersions: 3 })

test('a copy has every version with its time, in a table made like the source', async () => {
  const options = optionsOf('same')
  const result = await runCopy(options, surroundings())
  expect(result).toEqual({ rows: ROWS, resumed: 0, hasCreatedTable: true })
  const [source, target] = [options.source.client, options.target.client]
  expect(await versionsOf(target, 'same')).toEqual(await versionsOf(source, 'things'))
  const { tableOptions, tableMeta } = await target.describeTable('same')
  expect(tableOptions).toMatchObject({ maxVersions: 3, timeToLive: 86_400 * 365 })
  expect(tableMeta.definedColumns).toEqual([{ name: 'defined', type: 'STRING' }])
  const verdict = await verifyCopy(options, () => undefined)
  expect(verdict).toEqual({ rows: ROWS, missing: 0, extra: 0, different: 0, examples: [] })
})

test('differences are reported', async () => {
  const options = optionsOf('other', { keepsTimes: false })
  await runCopy(options, surroundings())
  const table = options.target.client.table({ ...SCHEMA, name: 'other' })
  await table.delete({ id: 'k1', part: 1n })
  await table.put({ id: 'k2', part: -1n })
  await table.update({ id: 'k3', part: 3n }, { set: { n: 7n } })
  const verdict = await verifyCopy(options, () => undefined)
  expect(verdict).toMatchObject({ rows: ROWS, missing: 1, extra: 1, different: 1 })
  expect(verdict.examples).toEqual([
    { kind: 'missing', key: '["k1",1]' },
    { kind: 'extra', key: '["k2",-1]' },
    { kind: 'different', key: '["k3",3]' },
  ])
})

test('an interrupted copy is resumed', async () => {
  const options = optionsOf('half', { parallel: 1 })
  const interrupted = runCopy(
    options,
    surroundings((rows) => {
      if (rows > 3_000) throw new Error('interrupted')
    }),
  )
  await expect(interrupted).rejects.toThrow('interrupted')
  const result = await runCopy(options, surroundings())
  expect(result.resumed).toBeGreaterThan(0)
  expect(result).toMatchObject({ rows: ROWS, hasCreatedTable: true })
  expect(await verifyCopy(options, () => undefined)).toMatchObject({ missing: 0, extra: 0 })
})

test('a target with another key is refused', async () => {
  const schema = { name: 'wrong', key: { id: 'string' }, columns: {} } as const
  await placeOf(to).client.createTable(schema)
  await expect(runCopy(optionsOf('wrong'), surroundings())).rejects.toThrow('the key of wrong is')
})
