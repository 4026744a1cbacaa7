import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { query } from '../../search-shapes.js'
import type { ScanOptions } from '../../search-client.js'
import { invalid, refused } from '../../service-error.js'
import { pk } from '../../shapes.js'
import { columnNames, type Row } from '../../values.js'
import { type Indexed, indexed, nameOf, putRows, upTo } from './sample.js'

const splits = testsOf('ComputeSplits')
const scan = testsOf('ParallelScan')

/** All pages, to the one without a token. */
const pages = async (t: Testing, { table, index }: Indexed, options: ScanOptions) => {
  const found: (readonly Row[])[] = []
  let token: Buffer | undefined
  do {
    const page = await t.client.search.scan(table, index, {
      ...options,
      ...(token !== undefined && { token }),
    })
    found.push(page.rows)
    token = page.token
  } while (token !== undefined)
  return found
}

const keys = (rows: readonly Row[]): string[] => rows.map(({ key }) => String(key['pk'])).sort()

export const parallelScanTests = [
  splits('session and splits', 'of a small index', async (t) => {
    const { table, index } = await indexed(t, 1)
    const { sessionId, splitsSize } = await t.client.search.computeSplits(table, index)
    assert.equal(splitsSize, 1)
    assert.ok(sessionId.length > 0)
    assert.deepEqual(Buffer.from(sessionId.toString('utf8')), Buffer.from(sessionId))
  }),

  splits('missing index and table', 'have their own errors', async (t) => {
    const { table } = await indexed(t, 0)
    const missing = t.client.search.computeSplits(table, 'not_exist')
    await refused(missing, 400, 'OTSMetaNotMatch', 'search index [not_exist] does not exist')
    const name = t.tableName()
    const call = t.client.search.computeSplits(name, 'not_exist')
    await invalid(call, `table [${name}] does not exist`)
  }),

  scan('pages', 'end one page after the last row', async (t) => {
    const where = await indexed(t, 100)
    const { sessionId } = await t.client.search.computeSplits(where.table, where.index)
    const found = await pages(t, where, { sessionId, limit: 70 })
    assert.deepEqual(
      found.map((rows) => rows.length),
      [70, 30, 0],
    )
    assert.deepEqual(keys(found.flat()), upTo(100).map(nameOf))
  }),

  scan('without a session', 'returns every row', async (t) => {
    const where = await indexed(t, 30)
    const found = await pages(t, where, { limit: 7 })
    assert.deepEqual(keys(found.flat()), upTo(30).map(nameOf))
  }),

  scan('query', 'chooses rows', async (t) => {
    const where = await indexed(t, 30)
    const asked = query('TERM', { fieldName: 'city', term: 'Beijing' })
    const found = await pages(t, where, { query: asked })
    assert.equal(found.flat().length, 10)
  }),

  scan('columns to get', 'come from the index alone', async (t) => {
    const { table, index } = await indexed(t, 1)
    const columnsOf = async (columns: 'NONE' | 'ALL_FROM_INDEX' | readonly string[]) => {
      const { rows } = await t.client.search.scan(table, index, { columns })
      return rows.map(columnNames)
    }
    assert.deepEqual(await columnsOf('NONE'), [[]])
    assert.deepEqual(await columnsOf('ALL_FROM_INDEX'), [['amount', 'city', 'text']])
    assert.deepEqual(await columnsOf(['city']), [['city']])
    await invalid(t.client.search.scan(table, index, { columns: 'ALL' }))
  }),

  scan('limits', 'of a page, and members that a scan does not take', async (t) => {
    const where = await indexed(t, 3)
    const { table, index } = where
    const { rows } = await t.client.search.scan(table, index, { limit: 2000 })
    assert.equal(rows.length, 3)
    await invalid(t.client.search.scan(table, index, { limit: 2001 }))
    await invalid(t.client.search.scan(table, index, { token: Buffer.from('no token') }))
    const wrong = query('TERM', { fieldName: 'nowhere', term: 'a' })
    await invalid(t.client.search.scan(table, index, { query: wrong }))
  }),

  scan(
    'pages',
    'of a session return every unchanged row once while others are written and deleted',
    async (t) => {
      const where = await indexed(t, 20)
      const { table, index } = where
      const { sessionId } = await t.client.search.computeSplits(table, index)
      const first = await t.client.search.scan(table, index, { sessionId, limit: 10 })
      const gone = [2, 15, 16]
      for (const n of gone) await t.client.deleteRow(table, pk(nameOf(n)))
      const later = [30, 31, 32, 33]
      await putRows(t, table, later)
      // Only the last state has so many rows.
      await t.client.search.waitUntilSearchable(table, index, 21)
      const { token } = first
      const rest = await t.client.search.scan(table, index, {
        sessionId,
        limit: 100,
        ...(token && { token }),
      })
      const seen = keys([...first.rows, ...rest.rows])
      assert.equal(new Set(seen).size, seen.length)
      const stay = upTo(20).filter((n) => !gone.includes(n))
      for (const n of stay) assert.ok(seen.includes(nameOf(n)), nameOf(n))
      for (const n of later) assert.ok(!seen.includes(nameOf(n)), nameOf(n))
    },
  ),

  scan('parts', 'that do not exist are refused', async (t) => {
    const { table, index } = await indexed(t, 1)
    const { sessionId } = await t.client.search.computeSplits(table, index)
    const part = (currentParallelId: number, maxParallel: number) =>
      t.client.search.scan(table, index, { sessionId, currentParallelId, maxParallel })
    await invalid(
      part(101, 1),
      '[parallel_scan.current_parallel_id] must in [0, max_parallel), current max_parallel is 1, ' +
        'current_parallel_id is 101',
    )
    await invalid(
      part(0, 2),
      '[parallel_scan.max_parallel_id] must in (0 ,1], current max_parallel_id is 2',
    )
  }),

  scan('session', 'that does not exist is refused', async (t) => {
    const { table, index } = await indexed(t, 1)
    const call = t.client.search.scan(table, index, { sessionId: Buffer.from('none') })
    const text = "ScanQuery'session is expired, please retry ComputeSplitsRequest and ScanQuery."
    await refused(call, 400, 'OTSSessionExpired', text)
  }),
]
