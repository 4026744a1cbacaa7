import { CallError, defineTable } from '@rowhouse/client'
import { startTestClient } from '@rowhouse/practices/testing'
import { afterAll, expect, test } from 'vitest'
import { type Sample, sampleTable } from '../sample/sample-shape.js'
import { importRows } from './import-sample-rows.js'
import { type LoadReport, loadSample } from './load-sample.js'
import { OtherSampleError, SAMPLE_SET, findSampleSet } from './sample-set.js'

const ROWS = 2_500

const { client, close } = await startTestClient()
afterAll(close)

const schemaOf = (name: string) =>
  defineTable({ name, key: { id: 'integer' }, columns: { square: 'integer', word: 'string' } })

const sampleOf = (name: string, rows = ROWS): Sample => {
  const schema = schemaOf(name)
  const table = sampleTable<typeof schema>({
    schema,
    rows,
    secondaryIndexes: [{ name: `${name}_by_word`, key: ['word', 'id'] }],
    searchIndexes: { [`${name}_index`]: { fields: { square: 'LONG' } } },
    row: (n) => ({ id: BigInt(n), square: BigInt(n * n), word: `w${n % 7}` }),
  })
  return { name, seed: 1, rows, asOf: 0, tables: [table] }
}

const rowsIn = async (name: string): Promise<number> => {
  let rows = 0
  for await (const { id, square } of client.table(schemaOf(name)).range()) {
    expect(square).toBe(id * id)
    rows += 1
  }
  return rows
}

test.each(['before', 'after'] as const)('a sample with its index made %s', async (index) => {
  const name = `squares_${index}`
  const reports: LoadReport[] = []
  await loadSample(client, sampleOf(name), { index, onReport: (report) => reports.push(report) })
  expect(await rowsIn(name)).toBe(ROWS)
  expect([...new Set(reports.map(({ step }) => step))]).toEqual(
    index === 'before'
      ? ['tables', 'indexes', 'import', 'sync']
      : ['tables', 'import', 'indexes', 'sync'],
  )
  expect(reports.at(-1)).toEqual({ step: 'sync', name: `${name}_index`, done: ROWS, of: ROWS })
  expect(await findSampleSet(client, name)).toMatchObject({ rows: ROWS, loaded: { [name]: ROWS } })
})

test('a load goes on from the last progress that it stored, without a gap', async () => {
  const name = 'resumed'
  const sample = sampleOf(name)
  await loadSample(client, sampleOf(name), { index: 'after', onReport: () => undefined })
  // As if the load had been killed: rows past the progress are missing.
  const table = client.table(schemaOf(name))
  const failures: unknown[] = []
  const fail = (error: unknown) => failures.push(error)
  const writer = table.bulkWriter()
  for (let id = 1_000n; id < ROWS; id += 1n) writer.write({ delete: { id } }).catch(fail)
  await writer.close()
  expect(failures).toEqual([])
  const loaded = JSON.stringify({ [name]: 1_000 })
  await client.table(SAMPLE_SET).update({ name }, { set: { loaded } })

  const begun: number[] = []
  await loadSample(client, sample, {
    index: 'after',
    onReport: ({ step, done }) => {
      if (step === 'import') begun.push(done)
    },
  })
  expect(await rowsIn(name)).toBe(ROWS)
  expect(Math.min(...begun)).toBeGreaterThanOrEqual(1_000)
})

test('another set of the same name is not mixed in', async () => {
  await loadSample(client, sampleOf('mixed', 10), { index: 'after', onReport: () => undefined })
  const other = loadSample(client, sampleOf('mixed', 11), {
    index: 'after',
    onReport: () => undefined,
  })
  await expect(other).rejects.toThrow(OtherSampleError)
})

test('an instance without samples has no set', async () => {
  const empty = await startTestClient()
  expect(await findSampleSet(empty.client, 'orders')).toBeUndefined()
  await empty.close()
})

test('a server that is busy at the end of a table does not fail the load', async () => {
  const [table = expect.fail('the sample has a table')] = sampleOf('busy', 10).tables
  await client.createTable(schemaOf('busy'))
  const saved: number[] = []
  const save = (rows: number): Promise<void> => {
    saved.push(rows)
    if (saved.length > 2) return Promise.resolve()
    const failure = { code: 'OTSServerBusy', message: 'Server is busy.', operation: 'PutRow' }
    return Promise.reject(
      new CallError({ ...failure, status: 503, requestId: undefined, cause: undefined }),
    )
  }
  const { signal } = new AbortController()
  await importRows(client, table, { from: 0, save, onRows: () => undefined, signal })
  expect(saved).toEqual([10, 10, 10])
})
