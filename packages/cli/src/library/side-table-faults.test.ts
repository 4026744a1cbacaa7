import { Client, defineTable } from '@rowhouse/client'
import { type SeededRandom, seededRandom, testSeed } from '@rowhouse/platform/testing'
import { TableWithSide, findHalfWritten, repairSide } from '@rowhouse/practices'
import type { Fault } from '@rowhouse/server'
import { expect, test } from 'vitest'
import { startServer } from './index.js'
import type { AddedFault, TestServer } from './test-server.js'

const product = defineTable({
  name: 'product',
  key: { id: 'integer' },
  columns: { price: 'integer', half: 'integer', intro: 'string' },
})
type Product = typeof product
type Row = {
  readonly id: bigint
  readonly price?: bigint
  readonly half?: bigint
  readonly intro?: string
}

const ROUNDS = 5
const WRITERS = 3
const WRITES = 40
const KEYS_PER_WRITER = 3
/** Longer than a page, so that a mix of two writes would show. */
const intro = (nth: bigint): string => `${nth}:${'x'.repeat(5000)}`

/** What the next write makes of a row: both sides of one write carry its number. */
function writeOf(random: SeededRandom, id: bigint, nth: bigint, row: Row | undefined) {
  const whole = { id, price: nth, half: nth, intro: intro(nth) }
  switch (random.below(5)) {
    case 0:
      return { after: { id, price: nth }, run: (table: Both) => table.put({ id, price: nth }) }
    case 1:
      return { after: whole, run: (table: Both) => table.put(whole) }
    case 2: {
      const { id: _, ...set } = whole
      return { after: whole, run: (table: Both) => table.update({ id }, { set }) }
    }
    case 3:
      return {
        after: { ...row, id, price: nth },
        run: (table: Both) => table.update({ id }, { set: { price: nth } }),
      }
    default:
      return { after: undefined, run: (table: Both) => table.delete({ id }) }
  }
}

type Both = TableWithSide<Product>

/** Writes to rows of its own, and holds every read against what may be there. */
async function write(
  table: Both,
  random: SeededRandom,
  ids: readonly bigint[],
  possible: Map<bigint, (Row | undefined)[]>,
): Promise<number> {
  let failures = 0
  for (let nth = 1n; nth <= WRITES; nth++) {
    const id = ids[random.below(ids.length)] ?? 0n
    const seen = await readSettled(table, id)
    if (seen === 'failed') continue
    expect(possible.get(id), `row ${id}`).toContainEqual(seen.row)
    const { after, run } = writeOf(random, id, nth, seen.row)
    const isDone = await run(table).then(
      () => true,
      () => false,
    )
    if (!isDone) failures += 1
    // Whether a write without an answer was done is not known.
    possible.set(id, isDone ? [after] : [seen.row, after])
  }
  return failures
}

async function readSettled(
  table: Both,
  id: bigint,
): Promise<{ readonly row: Row | undefined } | 'failed'> {
  try {
    const row = await table.get({ id })
    if (row?.half !== undefined) expect(row.intro).toBe(intro(row.half))
    return { row }
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error
    expect(String(error), 'a row never points to nothing').not.toContain('points to no row')
    return 'failed'
  }
}

/** Requests fail before or after their work, are cut off, or wait. */
async function addFaults(server: TestServer, random: SeededRandom): Promise<AddedFault[]> {
  const operation = ['GetRow', 'BatchGetRow', 'PutRow', 'UpdateRow', 'DeleteRow', 'BatchWriteRow']
  const rate = 0.02 + random.next() * 0.1
  const faults: Fault[] = [
    { code: 'OTSServerBusy' },
    { code: 'OTSTimeout' },
    { code: 'OTSTimeout', afterWork: true },
    { cut: true },
    { latencyMs: 3 },
  ]
  return Promise.all(faults.map((fault) => server.addFault({ operation, rate, ...fault })))
}

/** A repair takes away what interrupted writes have left, and nothing else. Answers how much that was. */
async function mend(table: Both): Promise<number> {
  const rowsOf = async () => {
    const rows: Row[] = []
    for await (const row of table.range()) rows.push(row)
    return rows
  }
  const before = await rowsOf()
  const { unpointed, dangling } = await repairSide(table, { ageMs: -1 })
  expect(dangling).toBe(0)
  expect(await rowsOf()).toEqual(before)
  for await (const left of findHalfWritten(table, { ageMs: -1 })) expect(left).toBeUndefined()
  return unpointed
}

test('whatever fails between two tables, a row is never half of a write', async () => {
  const seed = testSeed()
  const random = seededRandom(seed)
  const server = await startServer()
  // Without retries, so that faults reach the practice.
  const client = new Client({ ...server, retries: 0 })
  let mended = 0
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await server.reset()
      const table: Both = new TableWithSide(client, { table: product, sideColumns: ['intro'] })
      await table.create()
      const faults = await addFaults(server, random)
      const possible = new Map<bigint, (Row | undefined)[]>()
      const writing = Array.from({ length: WRITERS }, (_, writer) => {
        const ids = Array.from({ length: KEYS_PER_WRITER }, (_key, nth) =>
          BigInt(writer * 10 + nth),
        )
        for (const id of ids) possible.set(id, [undefined])
        return write(table, seededRandom(random.below(2 ** 31)), ids, possible)
      })
      const failures = await Promise.all(writing)
      expect(Math.max(...failures), `seed ${seed}`).toBeGreaterThan(0)
      await Promise.all(faults.map((fault) => fault.remove()))
      for (const [id, rows] of possible) expect(rows).toContainEqual(await table.get({ id }))
      mended += await mend(table)
    }
    expect(mended, `seed ${seed}`).toBeGreaterThan(0)
  } finally {
    await client.close()
    await server.close()
  }
})
