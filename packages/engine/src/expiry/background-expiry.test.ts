import { TablestoreError } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expiryHourOf } from '../stored-rows/expiry-rules.js'
import { caseContext } from '../testing/cases/case-command.js'
import { runLine } from '../testing/cases/run-case-line.js'
import { type MemoryEngine, openMemoryEngine } from '../testing/index.js'
import { expiryEntries, storedKeys, storedRow } from '../testing/stored-rows.js'
import type { Table } from '../tables/table-description.js'

const DAY = 86_400_000
/** Clocks of tests start here. */
const START = 1_700_000_000_000

const rows = fc.constantFrom('k="a" n=1', 'k="a" n=2', 'k="b" n=1')
const columns = fc.constantFrom('c', 'd')
/** Half-hours around the start; most are within the shortest time to live, some are not. */
const timestamps = fc.integer({ min: -60, max: 10 }).map((half) => START + half * 1_800_000)
const big = fc.constantFrom('1', '2', `"${'x'.repeat(40_000)}"`)
const cell = fc.oneof(
  fc.tuple(columns, big).map(([name, value]) => `${name}=${value}`),
  fc.tuple(columns, timestamps, big).map(([name, time, value]) => `${name}@${time}=${value}`),
)
const cells = fc.array(cell, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))

const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(rows, cells).map(([row, given]) => `put t ${row} | ${given}`) },
  {
    weight: 4,
    arbitrary: fc.tuple(rows, cells).map(([row, given]) => `update t ${row} | ${given}`),
  },
  { weight: 1, arbitrary: rows.map((row) => `put t ${row}`) },
  { weight: 1, arbitrary: rows.map((row) => `delete t ${row}`) },
  { weight: 2, arbitrary: rows.map((row) => `update t ${row} | d=1 | if=exist`) },
  { weight: 3, arbitrary: rows.map((row) => `get t ${row} | | versions=9`) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 60 }).map((half) => `clock +${half * 1_800_000}`),
  },
)
const READ_ALL = 'range t k=INF_MIN n=INF_MIN | k=INF_MAX n=INF_MAX | versions=9'
/** A longer time to live may show again versions that a shorter one hid, unless they were removed. */
const LIVES = [20, 3, 1].map((days) => `update-table t | | ttl=${days * 86_400}`)

const answer = async (memory: MemoryEngine, line: string): Promise<string> => {
  try {
    return await runLine(caseContext(memory.engine, memory.clock), line)
  } catch (error) {
    if (!(error instanceof TablestoreError)) throw error
    return `${error.code}: ${error.message}`
  }
}

const tableOf = (memory: MemoryEngine): Table => {
  const [table] = memory.engine.catalog.all()
  if (table === undefined) throw new Error('no table')
  return table
}

/** Every row must be found when it is due. */
const checkEntries = async (memory: MemoryEngine): Promise<void> => {
  const table = tableOf(memory)
  const entries = await expiryEntries(memory.engine, table)
  for (const key of (await storedKeys(memory.engine, table)).rows) {
    const row = await storedRow(memory.engine, table, key)
    if (row === undefined) throw new Error('a key without a row')
    expect(row.expiryHour).toBeLessThanOrEqual(expiryHourOf(row.cells, row.stamp))
    expect(entries).toContainEqual({ hour: row.expiryHour, rowKey: key })
  }
}

describe('background expiry', () => {
  const script = fc.tuple(...[0, 1, 2, 3].map(() => fc.array(step, { maxLength: 12 })))

  it('changes no reply, and leaves nothing behind in the end', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (parts) => {
        const idle = await openMemoryEngine()
        const busy = await openMemoryEngine()
        const lines = parts.flatMap((part, index) => [...part, ...LIVES.slice(index, index + 1)])
        const create = 'create-table t | | key=k:STRING,n:INTEGER versions=5 deviation=1000000000'
        for (const line of [create, ...lines, READ_ALL]) {
          const expected = await answer(idle, line)
          expect({ line, answer: await answer(busy, line) }).toEqual({ line, answer: expected })
          await busy.engine.runBackgroundWork()
        }
        busy.clock.advance(DAY / 24)
        await busy.engine.runBackgroundWork()
        await checkEntries(busy)
        busy.clock.advance(2 * DAY)
        await busy.engine.runBackgroundWork()
        expect(await storedKeys(busy.engine, tableOf(busy))).toEqual({ rows: [], chunks: 0 })
        expect(await expiryEntries(busy.engine, tableOf(busy))).toEqual([])
        await idle.engine.close()
        await busy.engine.close()
      }),
      { numRuns: 50 },
    )
  })

  it('trusts a clock that has jumped ahead only after a day', async () => {
    const memory = await openMemoryEngine()
    const run = (line: string) => answer(memory, line)
    await run('create-table t | | key=k:STRING,n:INTEGER ttl=86400')
    await run('put t k="a" n=1 | c=1')
    const written = await run(READ_ALL)
    memory.clock.jump(30 * DAY)
    await memory.engine.runBackgroundWork()
    expect(await run(READ_ALL)).not.toBe(written)
    memory.clock.jump(-30 * DAY)
    await memory.engine.runBackgroundWork()
    expect(await run(READ_ALL)).toBe(written)

    memory.clock.jump(30 * DAY)
    await memory.engine.runBackgroundWork()
    memory.clock.advance(DAY + 1)
    await memory.engine.runBackgroundWork()
    expect((await storedKeys(memory.engine, tableOf(memory))).rows).toEqual([])
    await memory.engine.close()
  })
})
