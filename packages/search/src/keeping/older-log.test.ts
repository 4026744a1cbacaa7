import { afterEach, beforeEach, expect, test } from 'vitest'
import { alteredStore } from '@rowhouse/engine/testing'
import { createIndexKeeper } from './create-index-keeper.js'
import { cursorName } from './keeper-context.js'
import { KeeperFixture } from './testing/keeper-fixture.js'

/*
 * A log can be older than the one that an index was fed from: after a data folder was restored without its
 * indexes, or after a power cut that took the end of a relaxed log.
 */

let fixture: KeeperFixture
let index: number
/** The position of the cursor after the first commit. */
let earlier: number

beforeEach(async () => {
  fixture = await KeeperFixture.open()
  await fixture.start()
  index = await fixture.keep()
  for (const part of [0, 1, 2]) {
    await fixture.fill(10 * part, 10 * part + 10)
    await fixture.expectEqual(index)
    await commit()
    if (part === 0) earlier = cursor()
  }
})

afterEach(() => fixture.stop())

const cursor = (): number => fixture.store.cursors().get(cursorName(fixture.id(index))) ?? -1

const commit = async (): Promise<void> => {
  const before = cursor()
  await fixture.search.commit(fixture.id(index))
  while (cursor() === before) await new Promise((resolve) => setImmediate(resolve))
}

/** The events of the keeper's next start. */
const kindsOfStart = async (): Promise<readonly string[]> => {
  fixture.events.length = 0
  await fixture.start()
  await fixture.expectEqual(index)
  return fixture.kinds()
}

test('an index continues with the log that it was fed from', async () => {
  await fixture.stop()
  expect(await kindsOfStart()).toEqual(['opened'])
})

test('an index that a newer log has fed is rebuilt, however long the log has become', async () => {
  const position = cursor()
  await fixture.stop()
  await fixture.store.setCursor(cursorName(fixture.id(index)), earlier)
  await fixture.fill(100, 200)
  expect(fixture.store.visibleEnd).toBeGreaterThan(position)
  expect(await kindsOfStart()).toEqual(['opened', 'built'])
})

test('an index that is unknown to the log is rebuilt', async () => {
  await fixture.stop()
  await fixture.store.removeCursor(cursorName(fixture.id(index)))
  expect(await kindsOfStart()).toEqual(['opened', 'built'])
})

test('an index gets only what the log cannot lose any more', async () => {
  await fixture.stop()
  const calls: string[] = []
  const store = alteredStore(fixture.store, {
    synced: async () => {
      calls.push('synced')
    },
  })
  fixture.search.onCall = async (call) => {
    if (call === 'apply') calls.push('apply')
  }
  const { engine, search, clock } = fixture
  const keeper = await createIndexKeeper({
    engine: { store, catalog: engine.catalog },
    search,
    clock,
    checkIntervalMs: 2 ** 30,
  })
  await fixture.fill(50, 60)
  await keeper.caughtUp(fixture.table.description.id, index)
  await keeper.close()
  expect(calls.length).toBeGreaterThan(1)
  expect(calls.filter((_, at) => at % 2 === 0)).not.toContain('apply')
  expect(calls.filter((_, at) => at % 2 === 1)).not.toContain('synced')
})
