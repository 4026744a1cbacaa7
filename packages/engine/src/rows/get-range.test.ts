import { setImmediate } from 'node:timers/promises'
import {
  type PlainBufferCell,
  type Variant,
  decodeRows,
  encodeRow,
  getRange as codec,
  infMax,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OpenEngine } from '../open-engine.js'
import type { Engine } from '../engine.js'
import { engineLimits } from '../limits.js'
import { platformLimits } from '@rowhouse/platform'
import { createTable } from '../tables/create-table.js'
import { type ManualClock, manualClock } from '@rowhouse/platform/testing'
import { alteredStore } from '../testing/altered-store.js'
import { fleetingScan } from '../testing/fleeting-scan.js'
import { createTableRequest, openMemoryEngine } from '../testing/index.js'
import { getRange } from './get-range.js'
import { putRow } from './put-row.js'

const ROWS = 200

const keyOf = (row: number): string => `row ${String(row).padStart(4, '0')}`
const valueOf = (row: number): string => `${row}.`.repeat(200)

const rowOf = (key: Variant, cells: PlainBufferCell[] = []): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', key)], cells, deleteMarker: false })

const openTable = async (clock?: ManualClock): Promise<OpenEngine> => {
  const { engine } = await openMemoryEngine({}, clock)
  await fill(engine)
  return engine
}

const fill = async (engine: Engine): Promise<void> => {
  await createTable(engine, 'demo', createTableRequest('t'))
  for (let row = 0; row < ROWS; row++) {
    await putRow(engine, 'demo', {
      tableName: 't',
      row: rowOf(stringVariant(keyOf(row)), [plainCell('text', stringVariant(valueOf(row)))]),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }
}

/** The encoded reply with a page, as the door gets it. */
const pageFrom = async (engine: Engine, start: number, limit: number): Promise<Buffer> =>
  codec.encodeReply(
    await getRange(engine, 'demo', {
      columnsToGet: [],
      timeRange: undefined,
      maxVersions: 1,
      filter: undefined,
      startColumn: undefined,
      endColumn: undefined,
      tableName: 't',
      direction: 'FORWARD',
      limit,
      inclusiveStartPrimaryKey: rowOf(stringVariant(keyOf(start))),
      exclusiveEndPrimaryKey: rowOf(infMax()),
      token: undefined,
      transactionId: undefined,
      dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
      returnEntirePrimaryKeys: true,
    }),
  )

const textsOf = (body: Buffer): string[] =>
  decodeRows(codec.decodeReply(body).rows).map(
    ({ cells }) => cells[0]?.value?.toString('latin1', 5) ?? '',
  )

test('pages that are read concurrently into reused memory do not mix', async () => {
  const engine = await openTable()
  const page = fc.record({ start: fc.nat(ROWS - 1), limit: fc.integer({ min: 1, max: ROWS }) })
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 12 }), async (pages) => {
      const bodies = await Promise.all(
        pages.map(({ start, limit }) => pageFrom(engine, start, limit)),
      )
      for (const [index, { start, limit }] of pages.entries()) {
        const rows = Array.from({ length: Math.min(limit, ROWS - start) }, (_, at) => start + at)
        const body = bodies[index] ?? Buffer.alloc(0)
        expect(textsOf(body)).toEqual(rows.map(valueOf))
      }
      // The door does this when the system has taken a reply; some clients disconnect before that.
      for (const body of bodies.slice(1)) {
        engine.replyMemory.giveBack(body)
        body.fill(0)
      }
    }),
    { numRuns: 40 },
  )
})

test('large pages are read a few at a time, and small ones beside them', async () => {
  const engine = await openTable()
  const { store } = engine
  const scan = store.scan.bind(store)
  let open = 0
  let most = 0
  store.scan = (range) => {
    most = Math.max(most, ++open)
    const opened = scan(range)
    const close = async (): Promise<void> => {
      open--
      await opened.close()
    }
    return { next: () => opened.next(), close }
  }
  const done: number[] = []
  const read = async (limit: number): Promise<void> => {
    expect(textsOf(await pageFrom(engine, 0, limit))).toHaveLength(limit)
    done.push(limit)
  }
  await Promise.all([...Array.from({ length: 12 }, () => read(ROWS)), read(1)])
  expect(most).toBe(engineLimits.LARGE_PAGES_AT_ONCE + 1)
  expect(done.indexOf(1)).toBeLessThan(done.length - 1)
  await engine.close()
})

/** Every read of this clock is one turn later. */
const steppingClock = (): ManualClock => {
  const clock = manualClock()
  const monotonic = (): number => {
    clock.advance(platformLimits.TURN_MS_MAX)
    return clock.now()
  }
  return { ...clock, monotonic }
}

test('wide rows are appended a few at a time', async () => {
  const engine = await openTable(steppingClock())
  const bytes = valueOf(0).length * ROWS
  const turns: number[] = []
  let isDone = false
  const reading = pageFrom(engine, 0, ROWS).then((body) => {
    isDone = true
    return body
  })
  for (; !isDone; turns.push(turns.length)) await setImmediate()
  expect(textsOf(await reading)).toHaveLength(ROWS)
  expect(turns.length).toBeGreaterThan(bytes / 40_000)
})

test('a page needs no entry after the next ones are asked for', async () => {
  const { engine } = await openMemoryEngine()
  const { store } = engine
  const scan: typeof store.scan = (range) => {
    expect(range.reusesMemory).toBe(true)
    return fleetingScan(store.scan(range))
  }
  await fill(engine)
  const fleeting = { ...engine, store: alteredStore(store, { scan }) }
  for (const limit of [1, 7, ROWS - 1, ROWS]) {
    const page = await pageFrom(fleeting, 0, limit)
    expect(page).toEqual(await pageFrom(engine, 0, limit))
  }
})
