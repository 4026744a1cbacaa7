import { updateTable } from '@rowhouse/engine'
import { tableOptions, updateTableRequest } from '@rowhouse/engine/testing'
import { limits } from '@rowhouse/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fieldSchema } from '../queries/testing/sample-index.js'
import { IndexNotKeptError, type IndexKeeper, indexId, partsOfIndexId } from './index-keeper.js'
import { cursorName } from './keeper-context.js'
import { FIELDS, INSTANCE, KeeperFixture, TABLE, linesOf } from './testing/keeper-fixture.js'

let fixture: KeeperFixture
let keeper: IndexKeeper
let table: number

beforeEach(async () => {
  fixture = await KeeperFixture.open()
  keeper = await fixture.start()
  table = fixture.table.description.id
})

afterEach(() => fixture.stop())

const addIndex = async (...given: Parameters<KeeperFixture['addIndex']>): Promise<number> => {
  const index = await fixture.addIndex(...given)
  await keeper.indexAdded(table, index)
  return index
}

const expectEqual = async (index: number): Promise<void> => {
  await keeper.caughtUp(table, index)
  const found = fixture.search.searchable(fixture.id(index))
  expect(linesOf(found)).toEqual(linesOf(await fixture.expected(index)))
}

const kinds = (): string[] => fixture.events.map(({ kind }) => kind)

const fill = async (from: number, to: number): Promise<void> => {
  const rows = Array.from({ length: to - from }, (_, i) => String(from + i).padStart(6, '0'))
  await Promise.all(rows.map((pk) => fixture.put(pk, `value ${pk}`)))
}

/** Fails the calls of a kind until it is told to stop. */
const fail = (call: string, error: Error): (() => void) => {
  fixture.search.onCall = (called) => {
    if (called === call) throw error
  }
  return () => {
    fixture.search.onCall = () => {}
  }
}

const restart = async (): Promise<void> => {
  keeper = await fixture.start()
}

describe('an index', () => {
  test('holds the rows that were there and those that come', async () => {
    await fill(0, 10)
    const index = await addIndex()
    await expectEqual(index)
    await fixture.put('new', 'x')
    await fixture.remove('000003')
    await expectEqual(index)
    expect((await fixture.expected(index)).size).toBe(10)
  })

  test('is given the columns that it reads, and the rows of its own table alone', async () => {
    await fixture.put('1', 'x')
    const index = await addIndex()
    await keeper.caughtUp(table, index)
    const [image] = fixture.search.searchable(fixture.id(index)).values()
    expect(image?.columns?.map(({ name }) => name)).toEqual(['a', 'n'])
  })

  test('is built slice by slice while writes go on, and says how far it is', async () => {
    const rows = 3 * limits.FEED_SLICE_ROWS
    await fill(0, rows)
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
    await expectEqual(index)
    expect(states).toContain('building FULL')
    expect(kinds()).toEqual(['opened', 'built'])
    expect(await keeper.describe(table, index)).toMatchObject({
      state: 'following',
      syncPhase: 'INCR',
      problem: '',
      build: undefined,
      lag: { bytes: 0, milliseconds: 0 },
      syncedAt: BigInt(fixture.clock.now()) * 1_000_000n,
    })
  })

  test('goes on with its build after a crash where it was safe', async () => {
    await fill(0, 4 * limits.FEED_SLICE_ROWS)
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
    expect(kept).toBe(limits.FEED_SLICE_ROWS)
    await fixture.remove('000001')
    let given = 0
    fixture.search.onCall = (call) => {
      if (call === 'apply') given++
    }
    await restart()
    await expectEqual(index)
    // Three slices, the end of the table, and the row that was removed.
    expect(given).toBeLessThanOrEqual(6)
  })

  test('moves its cursor when the search engine has made it safe, and not before', async () => {
    const index = await addIndex()
    const cursor = (): number | undefined =>
      fixture.store.cursors().get(cursorName(fixture.id(index)))
    await fixture.put('1', 'x')
    await keeper.caughtUp(table, index)
    expect(cursor()).toBeLessThan(fixture.store.visibleEnd)
    await fixture.search.commit(fixture.id(index))
    await fixture.stop()
    expect(cursor()).toBe(fixture.store.visibleEnd)
    await restart()
    await expectEqual(index)
  })

  test('is not told of every change to another table', async () => {
    const index = await addIndex()
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
  test('that loses an index has it dropped with all that belongs to it', async () => {
    const index = await addIndex()
    const waiting = keeper.caughtUp(table, index)
    await fixture.removeIndex(index)
    await keeper.indexRemoved(table, index)
    await waiting.catch((error: unknown) => expect(error).toBeInstanceOf(IndexNotKeptError))
    expect(fixture.search.ids()).toEqual([])
    expect([...fixture.store.cursors()]).toEqual([])
    expect(await keeper.describe(table, index)).toBeUndefined()
    await expect(keeper.caughtUp(table, index)).rejects.toThrow(IndexNotKeptError)
  })

  test('is compared with what is there at the start', async () => {
    const [first, second] = [await addIndex(), await addIndex()]
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
    await expectEqual(third)
  })

  test('that loses a whole instance has its indexes dropped', async () => {
    await addIndex()
    await fixture.engine.dropInstance(INSTANCE)
    await keeper.reconcile()
    expect(fixture.search.ids()).toEqual([])
    expect([...fixture.store.cursors()]).toEqual([])
  })

  test('that changes a time to live has every row imaged again, in place', async () => {
    await fill(0, 5)
    const index = await addIndex()
    await expectEqual(index)
    await fixture.changeIndex(index, { timeToLive: 86_400 })
    await keeper.indexChanged(table, index)
    await keeper.caughtUp(table, index)
    expect(fixture.search.ids()).toEqual([fixture.id(index)])
    while (kinds().filter((kind) => kind === 'built').length < 2) await new Promise(setImmediate)
    await expectEqual(index)
    const options = tableOptions({ timeToLive: 200_000, allowUpdate: false })
    await fixture.stop()
    await updateTable(
      fixture.engine,
      INSTANCE,
      updateTableRequest(TABLE, { tableOptions: options }),
    )
    await restart()
    await expectEqual(index)
  })

  test('that changes a schema has the index built anew', async () => {
    await fill(0, 5)
    const index = await addIndex()
    await expectEqual(index)
    const { schema } = fixture.table.description.searchIndexes[0] ?? {}
    const other = await addIndex([...FIELDS, fieldSchema('other', 'KEYWORD')])
    const added = fixture.table.description.searchIndexes[1]
    if (added === undefined || schema === undefined) throw new Error('there are two indexes')
    await fixture.changeIndex(index, { schema: added.schema })
    await keeper.indexChanged(table, index)
    while (
      !kinds().includes('built') ||
      fixture.search.definition(fixture.id(index))?.layout.fields.size !== 3
    ) {
      await new Promise(setImmediate)
    }
    await expectEqual(index)
    await expectEqual(other)
    const [image] = fixture.search.searchable(fixture.id(index)).values()
    expect(image?.columns).toHaveLength(3)
  })
})

describe('trouble', () => {
  test('of the search engine is tried again and told meanwhile', async () => {
    const index = await addIndex()
    await keeper.caughtUp(table, index)
    const mend = fail('apply', new Error('the disk is full'))
    await fixture.put('1', 'x')
    await expect(keeper.caughtUp(table, index)).rejects.toThrow('the disk is full')
    expect(await keeper.describe(table, index)).toMatchObject({
      state: 'failing',
      problem: 'Error: the disk is full',
      syncPhase: 'INCR',
    })
    mend()
    while ((await keeper.describe(table, index))?.state !== 'following') {
      await new Promise(setImmediate)
    }
    await expectEqual(index)
    expect(kinds()).not.toContain('damaged')
  })

  test('of opening one index leaves the others alone', async () => {
    const index = await addIndex()
    const bad = await fixture.addIndex()
    fixture.search.onCall = (call, id) => {
      if (call === 'create' && id === fixture.id(bad)) throw new Error('too many open files')
    }
    await keeper.indexAdded(table, bad)
    await fixture.put('1', 'x')
    await expectEqual(index)
    expect((await keeper.describe(table, bad))?.state).toBe('failing')
  })

  test('that is damage is repaired from the table', async () => {
    await fill(0, 5)
    const index = await addIndex()
    await expectEqual(index)
    fixture.search.damage(fixture.id(index))
    await fixture.put('1', 'x')
    while (kinds().filter((kind) => kind === 'built').length < 2) await new Promise(setImmediate)
    await expectEqual(index)
    expect(kinds()).toContain('damaged')
  })

  test('that comes again and again is left alone until somebody asks', async () => {
    const index = await addIndex()
    await keeper.caughtUp(table, index)
    let damages = true
    fixture.search.onCall = (call, id) => {
      if (call === 'apply' && damages) fixture.search.damage(id)
    }
    await fixture.put('1', 'x')
    while (!kinds().includes('gaveUp')) await new Promise((resolve) => setTimeout(resolve, 1))
    const damaged = kinds().filter((kind) => kind === 'damaged')
    expect(damaged).toHaveLength(limits.SEARCH_REBUILDS_MAX + 1)
    expect(await keeper.describe(table, index)).toMatchObject({
      state: 'damaged',
      syncPhase: 'FULL',
    })
    damages = false
    await keeper.rebuild(table, index)
    await expectEqual(index)
  })

  test('with a log that was trimmed is mended by a new build', async () => {
    const index = await addIndex()
    await fixture.put('1', 'x')
    await fixture.put('2', 'x')
    await expectEqual(index)
    await fixture.search.commit(fixture.id(index))
    await fixture.stop()
    await fixture.remove('1')
    fixture.trim()
    await fixture.put('3', 'x')
    await restart()
    while (!kinds().includes('needsRebuild')) await new Promise(setImmediate)
    while ((await keeper.describe(table, index))?.state !== 'following') {
      await new Promise(setImmediate)
    }
    await expectEqual(index)
  })

  test('with a log that has lost its end is mended by a new build', async () => {
    const index = await addIndex()
    await fixture.put('1', 'x')
    await keeper.caughtUp(table, index)
    await fixture.search.apply(fixture.id(index), {
      images: [{ key: Buffer.from('never'), columns: [], expiresAt: undefined }],
      position: fixture.store.visibleEnd + 1000,
      note: undefined,
    })
    await fixture.search.commit(fixture.id(index))
    await fixture.crash()
    await restart()
    await expectEqual(index)
  })

  test('that lost what was given is noticed, told or not', async () => {
    const index = await addIndex()
    await fixture.search.commit(fixture.id(index))
    await fixture.put('1', 'x')
    await expectEqual(index)
    fixture.search.lose(fixture.id(index), true)
    await expectEqual(index)
    expect(kinds()).not.toContain('failed')
    await fixture.stop()
    fixture = await KeeperFixture.open(1)
    keeper = await fixture.start()
    table = fixture.table.description.id
    const checked = await addIndex()
    await fixture.put('1', 'x')
    await expectEqual(checked)
    fixture.search.lose(fixture.id(checked), false)
    while (!kinds().includes('failed')) await new Promise(setImmediate)
    while ((await keeper.describe(table, checked))?.state !== 'following') {
      await new Promise(setImmediate)
    }
    await expectEqual(checked)
  })
})

describe('a verification', () => {
  test('finds nothing wrong with an index that is right, while rows change', async () => {
    await fill(0, 3000)
    const index = await addIndex()
    await keeper.caughtUp(table, index)
    let written = 0
    fixture.search.onCall = async (call) => {
      if (call !== 'keys') return
      await fixture.put(`000${written}5${written}`, 'again')
      await fixture.remove(String(written++ * 100).padStart(6, '0'))
    }
    const found = await keeper.verify(table, index)
    expect([found.missing.count, found.surplus.count]).toEqual([0, 0])
    expect(found.matchingRows).toBeGreaterThan(2900)
  })

  test('lists the rows that one has and the other has not', async () => {
    await fill(0, 1500)
    const index = await addIndex()
    await keeper.caughtUp(table, index)
    const keys = [...(await fixture.expected(index)).values()].map(({ key }) => Buffer.from(key))
    const lost = keys.filter((_, at) => at % 700 === 5)
    const strange = Buffer.concat([keys[10] ?? Buffer.alloc(0), Buffer.of(0)])
    fixture.search.alter(fixture.id(index), (images) => {
      for (const key of lost) images.delete(key.toString('latin1'))
      images.set(strange.toString('latin1'), { key: strange, columns: [], expiresAt: undefined })
    })
    const found = await keeper.verify(table, index)
    expect(found).toMatchObject({
      matchingRows: 1500 - lost.length,
      missing: { count: lost.length, keys: lost },
      surplus: { count: 1, keys: [strange] },
    })
  })
})

test('ids tell table and index', () => {
  for (const [tableId, index] of [
    [0, 0],
    [7, 65_535],
    [0x0fff_ffff, 12],
  ] as const) {
    expect(partsOfIndexId(indexId(tableId, index))).toEqual({ table: tableId, index })
  }
})
