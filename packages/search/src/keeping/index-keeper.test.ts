import { updateTable } from '@rowhouse/engine'
import { tableOptions, updateTableRequest } from '@rowhouse/engine/testing'
import { plainField } from '@rowhouse/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { searchLimits } from '../limits.js'
import { IndexNotKeptError, type IndexKeeper, indexId, partsOfIndexId } from './index-keeper.js'
import { cursorName } from './keeper-context.js'
import { FIELDS, INSTANCE, KeeperFixture, TABLE } from './testing/keeper-fixture.js'

let fixture: KeeperFixture
let keeper: IndexKeeper
let table: number

beforeEach(async () => {
  fixture = await KeeperFixture.open()
  keeper = await fixture.start()
  table = fixture.table.description.id
})

afterEach(() => fixture.stop())

const restart = async (): Promise<void> => {
  keeper = await fixture.start()
}

describe('an index', () => {
  test('holds the rows from before its creation and those that are added', async () => {
    await fixture.fill(0, 10)
    const index = await fixture.keep()
    await fixture.expectEqual(index)
    await fixture.put('new', 'x')
    await fixture.remove('000003')
    await fixture.expectEqual(index)
    expect((await fixture.expected(index)).size).toBe(10)
  })

  test('gets the columns that it reads, and the rows of its own table only', async () => {
    await fixture.put('1', 'x')
    const index = await fixture.keep()
    await keeper.caughtUp(table, index)
    const [image] = fixture.search.searchable(fixture.id(index)).values()
    expect(image?.columns?.map(({ name }) => name)).toEqual(['a', 'n'])
  })

  test('is built slice by slice while writes go on, and reports its progress', async () => {
    const rows = searchLimits.SEARCH_SLICE_ROWS + 1000
    await fixture.fill(0, rows)
    const states = new Set<string>()
    let written = 0
    let index = 0
    fixture.search.onCall = async (call) => {
      if (call !== 'apply' || written >= 40) return
      await fixture.put(`during ${written++}`, 'x')
      await fixture.remove(String(written * 50).padStart(6, '0'))
      const status = await keeper.describe(table, index)
      states.add(`${status?.state} ${status?.syncPhase}`)
      if (status?.build !== undefined)
        expect(status.build.scannedRows).toBeLessThanOrEqual(rows + 40)
    }
    index = await fixture.addIndex()
    await keeper.indexAdded(table, index)
    await keeper.caughtUp(table, index)
    fixture.search.onCall = () => {}
    await fixture.expectEqual(index)
    expect(states).toContain('building FULL')
    expect(fixture.kinds()).toEqual(['opened', 'built'])
    expect(await keeper.describe(table, index)).toMatchObject({
      state: 'following',
      syncPhase: 'INCR',
      problem: '',
      build: undefined,
      lag: { bytes: 0, milliseconds: 0 },
      syncedAt: BigInt(fixture.clock.now()) * 1_000_000n,
    })
  })

  test('continues its build after a crash from the last durable position', async () => {
    await fixture.fill(0, 2 * searchLimits.SEARCH_SLICE_ROWS + 100)
    const index = await fixture.addIndex()
    let slices = 0
    const safe = new Promise<void>((resolve) => {
      fixture.search.onCall = async (call, id) => {
        if (call !== 'apply' || slices++ !== 2) return
        await fixture.search.commit(id)
        resolve()
      }
    })
    await keeper.indexAdded(table, index)
    await safe
    await fixture.crash()
    const kept = fixture.search.searchable(fixture.id(index)).size
    expect(kept).toBe(searchLimits.SEARCH_SLICE_ROWS)
    await fixture.remove('000001')
    let given = 0
    fixture.search.onCall = (call) => {
      if (call === 'apply') given++
    }
    await restart()
    await fixture.expectEqual(index)
    // Two slices, the end of the table, and the row that was removed.
    expect(given).toBeLessThanOrEqual(5)
  })

  test('moves its cursor only when the search engine has made a position durable', async () => {
    const index = await fixture.keep()
    const cursor = (): number | undefined =>
      fixture.store.cursors().get(cursorName(fixture.id(index)))
    await fixture.put('1', 'x')
    await keeper.caughtUp(table, index)
    expect(cursor()).toBeLessThan(fixture.store.visibleEnd)
    await fixture.search.commit(fixture.id(index))
    await fixture.stop()
    expect(cursor()).toBe(fixture.store.visibleEnd)
    await restart()
    await fixture.expectEqual(index)
  })

  test('keeps its cursor when it opens again with images that are not durable', async () => {
    const index = await fixture.keep()
    await fixture.put('1', 'x')
    await keeper.caughtUp(table, index)
    const cursor = (): number | undefined =>
      fixture.store.cursors().get(cursorName(fixture.id(index)))
    const before = cursor()
    await fixture.changeIndex(index, { timeToLive: 86_400 })
    await keeper.indexChanged(table, index)
    await keeper.caughtUp(table, index)
    expect(fixture.search.durablePosition(fixture.id(index))).toBeLessThan(fixture.store.visibleEnd)
    expect(cursor()).toBe(before)
  })

  test('is not notified of every change to another table', async () => {
    const index = await fixture.keep()
    await keeper.caughtUp(table, index)
    let given = 0
    fixture.search.onCall = (call) => {
      if (call === 'apply') given++
    }
    await fixture.store.setCursor('something else', fixture.store.visibleEnd)
    await fixture.engine.catalog.change(INSTANCE, 'none', () => undefined)
    await fixture.changeIndex(index, { name: 'renamed' })
    await keeper.caughtUp(table, index)
    expect(given).toBe(0)
    expect(await keeper.describe(table, index)).toMatchObject({
      state: 'following',
      lag: { bytes: 0 },
    })
  })
})

describe('the catalogue', () => {
  test('when it loses an index, the index is dropped with all its files and its cursor', async () => {
    const index = await fixture.keep()
    const waiting = keeper.caughtUp(table, index)
    await fixture.removeIndex(index)
    await keeper.indexRemoved(table, index)
    await waiting.catch((error: unknown) => expect(error).toBeInstanceOf(IndexNotKeptError))
    expect(fixture.search.ids()).toEqual([])
    expect([...fixture.store.cursors()]).toEqual([])
    expect(await keeper.describe(table, index)).toBeUndefined()
    await expect(keeper.caughtUp(table, index)).rejects.toThrow(IndexNotKeptError)
  })

  test('is compared with the search engine at the start', async () => {
    const [first, second] = [await fixture.keep(), await fixture.keep()]
    await keeper.caughtUp(table, second)
    for (const index of [first, second]) await fixture.search.commit(fixture.id(index))
    await fixture.stop()
    await fixture.removeIndex(first)
    const third = await fixture.addIndex()
    await restart()
    const ids = new Set([fixture.id(second), fixture.id(third)])
    expect(new Set(fixture.search.ids())).toEqual(ids)
    expect([...fixture.store.cursors().keys()].toSorted()).toEqual(
      [second, third].map((index) => cursorName(fixture.id(index))),
    )
    await fixture.expectEqual(third)
  })

  test('when it loses a whole instance, the indexes of the instance are dropped', async () => {
    await fixture.keep()
    await fixture.engine.dropInstance(INSTANCE)
    await keeper.reconcile()
    expect(fixture.search.ids()).toEqual([])
    expect([...fixture.store.cursors()]).toEqual([])
  })

  test('when it changes a time to live, every row gets a new image in place', async () => {
    await fixture.fill(0, 5)
    const index = await fixture.keep()
    await fixture.expectEqual(index)
    await fixture.changeIndex(index, { timeToLive: 86_400 })
    await keeper.indexChanged(table, index)
    await keeper.caughtUp(table, index)
    expect(fixture.search.ids()).toEqual([fixture.id(index)])
    while (fixture.kinds().filter((kind) => kind === 'built').length < 2)
      await new Promise(setImmediate)
    await fixture.expectEqual(index)
    const options = tableOptions({ timeToLive: 200_000, allowUpdate: false })
    await fixture.stop()
    await updateTable(
      fixture.engine,
      INSTANCE,
      updateTableRequest(TABLE, { tableOptions: options }),
    )
    await restart()
    await fixture.expectEqual(index)
  })

  test('when it changes a schema, the index is rebuilt', async () => {
    await fixture.fill(0, 5)
    const index = await fixture.keep()
    await fixture.expectEqual(index)
    const { schema } = fixture.table.description.searchIndexes[0] ?? {}
    const other = await fixture.keep([...FIELDS, plainField('other', 'KEYWORD')])
    const added = fixture.table.description.searchIndexes[1]
    if (added === undefined || schema === undefined) throw new Error('there are two indexes')
    await fixture.changeIndex(index, { schema: added.schema })
    await keeper.indexChanged(table, index)
    while (
      !fixture.kinds().includes('built') ||
      fixture.search.definition(fixture.id(index))?.layout.fields.size !== 3
    ) {
      await new Promise(setImmediate)
    }
    await fixture.expectEqual(index)
    await fixture.expectEqual(other)
    const [image] = fixture.search.searchable(fixture.id(index)).values()
    expect(image?.columns).toHaveLength(3)
  })
})

test('ids contain table and index', () => {
  for (const [tableId, index] of [
    [0, 0],
    [7, 65_535],
    [0x0fff_ffff, 12],
  ] as const) {
    expect(partsOfIndexId(indexId(tableId, index))).toEqual({ table: tableId, index })
  }
})
