import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchLimits } from '../limits.js'
import { type IndexKeeper, partsOfIndexId } from './index-keeper.js'
import { KeeperFixture } from './testing/keeper-fixture.js'

let fixture: KeeperFixture
let keeper: IndexKeeper
let table: number

beforeEach(async () => {
  fixture = await KeeperFixture.open()
  keeper = await fixture.start()
  table = fixture.table.description.id
})

afterEach(() => fixture.stop())

/** Makes calls of a kind fail until the returned function is called. */
const fail = (call: string, error: Error): (() => void) => {
  fixture.search.onCall = (called) => {
    if (called === call) throw error
  }
  return () => {
    fixture.search.onCall = () => {}
  }
}

test('a failure of the search engine is reported and retried', async () => {
  const index = await fixture.keep()
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
  await fixture.expectEqual(index)
  expect(fixture.kinds()).not.toContain('damaged')
})

test('an index that is rebuilt is open again once it is begun, and a failing one is not', async () => {
  const index = await fixture.keep()
  expect(await keeper.opened(table, index)).toBe(true)
  let isDropped = false
  let begin = (): void => {}
  fixture.search.onCall = async (call) => {
    if (call === 'drop') isDropped = true
    if (call === 'create') await new Promise<void>((resolve) => (begin = resolve))
  }
  const rebuilding = keeper.rebuild(table, index)
  while (!isDropped) await new Promise(setImmediate)
  let isOpen: boolean | undefined
  const opening = keeper.opened(table, index).then((open) => (isOpen = open))
  await new Promise(setImmediate)
  expect(isOpen).toBeUndefined()
  begin()
  expect(await opening).toBe(true)
  await rebuilding
  fail('create', new Error('too many open files'))
  await keeper.rebuild(table, index)
  expect(await keeper.opened(table, index)).toBe(false)
  expect(await keeper.opened(table, index + 1)).toBe(false)
})

test('a failure to open one index does not affect the others', async () => {
  const index = await fixture.keep()
  const bad = await fixture.addIndex()
  fixture.search.onCall = (call, id) => {
    if (call === 'create' && id === fixture.id(bad)) throw new Error('too many open files')
  }
  await keeper.indexAdded(table, bad)
  await fixture.put('1', 'x')
  await fixture.expectEqual(index)
  expect((await keeper.describe(table, bad))?.state).toBe('failing')
})

test('damage is repaired from the table', async () => {
  await fixture.fill(0, 5)
  const index = await fixture.keep()
  await fixture.expectEqual(index)
  fixture.search.damage(fixture.id(index))
  await fixture.put('1', 'x')
  while (fixture.kinds().filter((kind) => kind === 'built').length < 2)
    await new Promise(setImmediate)
  await fixture.expectEqual(index)
  expect(fixture.kinds()).toContain('damaged')
})

test('damage that a search finds is reported and repaired at once', async () => {
  await fixture.fill(0, 5)
  const index = await fixture.keep()
  await fixture.expectEqual(index)
  fixture.search.damage(fixture.id(index))
  expect(await keeper.describe(table, index)).toMatchObject({
    state: 'damaged',
    problem: 'bits have rotted',
    syncPhase: 'FULL',
  })
  expect(fixture.kinds()).not.toContain('damaged')
  await keeper.damageMet(table, index)
  while (fixture.kinds().filter((kind) => kind === 'built').length < 2)
    await new Promise(setImmediate)
  await fixture.expectEqual(index)
})

test('repeated failures stop the retries until a request asks for another', async () => {
  const index = await fixture.keep()
  await keeper.caughtUp(table, index)
  let damages = true
  fixture.search.onCall = (call, id) => {
    if (call === 'apply' && damages) fixture.search.damage(id)
  }
  await fixture.put('1', 'x')
  while (!fixture.kinds().includes('gaveUp')) await new Promise((resolve) => setTimeout(resolve, 1))
  const damaged = fixture.kinds().filter((kind) => kind === 'damaged')
  expect(damaged).toHaveLength(searchLimits.SEARCH_REBUILDS_MAX + 1)
  expect(await keeper.describe(table, index)).toMatchObject({
    state: 'damaged',
    syncPhase: 'FULL',
  })
  damages = false
  await keeper.rebuild(table, index)
  await fixture.expectEqual(index)
})

test('a log that was trimmed too early is repaired by a rebuild', async () => {
  const index = await fixture.keep()
  await fixture.put('1', 'x')
  await fixture.put('2', 'x')
  await fixture.expectEqual(index)
  await fixture.search.commit(fixture.id(index))
  await fixture.stop()
  await fixture.remove('1')
  fixture.trim()
  await fixture.put('3', 'x')
  keeper = await fixture.start()
  while (!fixture.kinds().includes('needsRebuild')) await new Promise(setImmediate)
  while ((await keeper.describe(table, index))?.state !== 'following') {
    await new Promise(setImmediate)
  }
  await fixture.expectEqual(index)
})

test('a log that has lost its end is repaired by a rebuild', async () => {
  const index = await fixture.keep()
  await fixture.put('1', 'x')
  await keeper.caughtUp(table, index)
  await fixture.search.apply(fixture.id(index), {
    images: [{ key: Buffer.from('never'), columns: [], expiresAt: undefined }],
    position: fixture.store.visibleEnd + 1000,
    note: undefined,
  })
  await fixture.search.commit(fixture.id(index))
  await fixture.crash()
  keeper = await fixture.start()
  await fixture.expectEqual(index)
})

test('lost images are noticed, whether the engine reports the loss or not', async () => {
  const index = await fixture.keep()
  await fixture.search.commit(fixture.id(index))
  await fixture.put('1', 'x')
  await fixture.expectEqual(index)
  fixture.search.lose(fixture.id(index), true)
  await fixture.expectEqual(index)
  expect(fixture.kinds()).not.toContain('failed')
  await fixture.stop()
  fixture = await KeeperFixture.open(1)
  keeper = await fixture.start()
  table = fixture.table.description.id
  const checked = await fixture.keep()
  await fixture.put('1', 'x')
  await fixture.expectEqual(checked)
  fixture.search.lose(fixture.id(checked), false)
  while (!fixture.kinds().includes('failed')) await new Promise(setImmediate)
  while ((await keeper.describe(table, checked))?.state !== 'following') {
    await new Promise(setImmediate)
  }
  await fixture.expectEqual(checked)
})

test('an index that has lost images counts as short until they are searchable again', async () => {
  const index = await fixture.keep()
  const id = fixture.id(index)
  await fixture.search.commit(id)
  await fixture.put('1', 'x')
  await fixture.expectEqual(index)
  expect(keeper.isShort(table, index)).toBe(false)
  const { refresh } = fixture.search
  let show = (): void => {}
  fixture.search.refresh = () =>
    new Promise<void>((resolve) => {
      show = resolve
    }).then(() => refresh(id))
  fixture.search.lose(id, true)
  expect(keeper.isShort(table, index)).toBe(true)
  for (let isGiven = false; !isGiven; await new Promise(setImmediate)) {
    const status = await keeper.describe(table, index)
    isGiven = status?.state === 'following' && status.lag.bytes === 0
  }
  expect(fixture.search.searchable(id).size).toBe(0)
  expect(keeper.isShort(table, index)).toBe(true)
  fixture.search.refresh = refresh
  show()
  while (keeper.isShort(table, index)) await new Promise(setImmediate)
  await fixture.expectEqual(index)
})

test('an index that is rebuilt counts as short until it is complete, and a new one does not', async () => {
  await fixture.fill(0, 5)
  const whileBuilt: boolean[] = []
  fixture.search.onCall = (call, id) => {
    if (call === 'apply') whileBuilt.push(keeper.isShort(table, partsOfIndexId(id).index))
  }
  const index = await fixture.keep()
  await fixture.expectEqual(index)
  expect(new Set(whileBuilt.splice(0))).toEqual(new Set([false]))
  const rebuilding = keeper.rebuild(table, index)
  expect(keeper.isShort(table, index)).toBe(true)
  await rebuilding
  await fixture.expectEqual(index)
  expect(new Set(whileBuilt)).toEqual(new Set([true]))
  while (keeper.isShort(table, index)) await new Promise(setImmediate)
  const refresh = fixture.search.refresh
  let show = (): void => {}
  fixture.search.refresh = (id) =>
    new Promise<void>((resolve) => {
      show = resolve
    }).then(() => refresh(id))
  await keeper.rebuild(table, index)
  while (fixture.kinds().filter((kind) => kind === 'built').length < 3)
    await new Promise(setImmediate)
  // Images that were given are not searchable yet.
  expect(keeper.isShort(table, index)).toBe(true)
  fixture.search.refresh = refresh
  show()
  while (keeper.isShort(table, index)) await new Promise(setImmediate)
  await fixture.expectEqual(index)
  await fixture.search.commit(fixture.id(index))
  await fixture.stop()
  keeper = await fixture.start()
  expect(keeper.isShort(table, index)).toBe(false)
})

test('an index that a comparison with the catalogue finds first counts as new all the same', async () => {
  await fixture.fill(0, 5)
  await fixture.stop()
  const index = await fixture.addIndex()
  let [applied, build] = [0, (): void => {}]
  const mayBuild = new Promise<void>((resolve) => {
    build = resolve
  })
  fixture.search.onCall = (call) => {
    // The first one begins the index.
    return call === 'apply' && ++applied > 1 ? mayBuild : undefined
  }
  keeper = await fixture.start()
  await keeper.indexAdded(table, index)
  expect((await keeper.describe(table, index))?.state).toBe('building')
  expect(keeper.isShort(table, index)).toBe(false)
  build()
  await fixture.expectEqual(index)
})

test('emptying an index while it is refreshed is no trouble of the next session', async () => {
  const index = await fixture.keep()
  await keeper.caughtUp(table, index)
  const { refresh } = fixture.search
  let [isRefreshed, end] = [false, (): void => {}]
  fixture.search.refresh = () => {
    isRefreshed = true
    return new Promise((_, reject) => {
      end = () => reject(new Error('the index is closed'))
    })
  }
  await fixture.put('1', 'x')
  const caughtUp = keeper.caughtUp(table, index)
  while (!isRefreshed) await new Promise(setImmediate)
  fixture.search.refresh = refresh
  await keeper.rebuild(table, index)
  end()
  await expect(caughtUp).rejects.toThrow('the index is closed')
  await fixture.expectEqual(index)
  expect(fixture.kinds()).not.toContain('failed')
})

test('a rebuild may be requested while another is under way', async () => {
  await fixture.fill(0, 5)
  const index = await fixture.keep()
  await fixture.expectEqual(index)
  let asked: Promise<void> | undefined
  fixture.search.onCall = (call) => {
    if (call === 'drop') asked ??= keeper.rebuild(table, index)
  }
  await keeper.rebuild(table, index)
  expect(asked).toBeDefined()
  await asked
  await fixture.expectEqual(index)
})

test('a close that is requested while an index is emptied ends it', async () => {
  await fixture.fill(0, 5)
  const index = await fixture.keep()
  await fixture.expectEqual(index)
  let closing: Promise<void> | undefined
  fixture.search.onCall = (call) => {
    if (call === 'drop') closing ??= keeper.close()
  }
  await keeper.rebuild(table, index)
  expect(closing).toBeDefined()
  await closing
})
