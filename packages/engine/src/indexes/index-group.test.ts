import { WorkTurns, systemClock } from '@rowhouse/platform'
import { expect, test, vi } from 'vitest'
import { createChangeFeed } from '../feed/change-feed.js'
import { engineLimits } from '../limits.js'
import { openMemoryEngine } from '../testing/index.js'
import { type GroupMember, IndexGroup, type TakenChanges } from './index-group.js'
import { indexSource } from './index-source.js'
import {
  addIndex,
  byCity,
  caughtUp,
  createPeople,
  projectionOf,
  put,
  remove,
  rowsOf,
  tableOf,
} from './testing/indexed-table.js'

const byNote = { ...byCity, name: 'by_note', primaryKey: ['note'], definedColumns: ['age'] }

/** A table with two indexes that are kept by the test alone. */
const opened = async () => {
  const { engine, store } = await openMemoryEngine()
  await createPeople(engine, [byCity, byNote])
  await engine.indexes.close()
  const feed = createChangeFeed(store, systemClock)
  const turns = new WorkTurns(systemClock, 1)
  const member = (name: string, position: number): Follower => {
    const source = indexSource({ store, turns }, tableOf(engine, 'people'), tableOf(engine, name))
    return new Follower(source, position)
  }
  return {
    store,
    group: new IndexGroup(feed),
    member,
    put: (id: number, city: string) => put(engine, 'red', id, `city="${city}"`, 'note="new"'),
    close: async () => {
      await feed.close()
      await engine.close()
    },
  }
}

class Follower implements GroupMember {
  readonly source: GroupMember['source']
  readonly position: number
  readonly taken: TakenChanges[] = []
  error: Error | undefined

  constructor(source: GroupMember['source'], position: number) {
    this.source = source
    this.position = position
  }

  keep(changes: TakenChanges): Promise<void> {
    if (this.error !== undefined) return Promise.reject(this.error)
    this.taken.push(changes)
    return Promise.resolve()
  }

  get end(): number {
    return this.taken.at(-1)?.end ?? 0
  }

  get rows(): number {
    return this.taken.reduce((sum, { rows }) => sum + rows.length, 0)
  }
}

test('indexes get the same changes, each as it sees them, and of a row its last state', async () => {
  const { store, group, member, put: putRow, close } = await opened()
  const [city, note] = [member('by_city', store.visibleEnd), member('by_note', store.visibleEnd)]
  const left = [city, note].map((each) => group.follow(each))
  await putRow(1, 'Rome')
  await putRow(1, 'Bern')
  await putRow(2, 'Oslo')
  await vi.waitFor(() => expect(note.end).toBe(store.visibleEnd))
  expect(city.rows).toBe(note.rows)
  expect(city.taken.reduce((sum, { changes }) => sum + changes, 0)).toBe(3)
  const last = city.taken.at(-1)?.rows.at(-1)
  const other = note.taken.at(-1)?.rows.at(-1)
  expect(last?.key).toEqual(other?.key)
  expect(last?.entry?.key.includes('Oslo')).toBe(true)
  expect(other?.entry?.key.includes('new')).toBe(true)
  for (const each of [city, note]) group.leave(each)
  await Promise.all(left)
  await close()
})

test('an index that is ahead is not told again what it has', async () => {
  const { store, group, member, put: putRow, close } = await opened()
  const behind = member('by_city', store.visibleEnd)
  await putRow(1, 'Rome')
  const ahead = member('by_note', store.visibleEnd)
  const left = [behind, ahead].map((each) => group.follow(each))
  await vi.waitFor(() => expect(behind.end).toBe(store.visibleEnd))
  expect(behind.rows).toBe(1)
  expect(ahead.rows).toBe(0)
  await putRow(2, 'Bern')
  await vi.waitFor(() => expect(ahead.end).toBe(store.visibleEnd))
  expect(ahead.rows).toBe(1)
  expect(group.mayJoin(ahead.end - engineLimits.INDEX_JOIN_BYTES)).toBe(true)
  expect(group.mayJoin(ahead.end - engineLimits.INDEX_JOIN_BYTES - 1)).toBe(false)
  for (const each of [behind, ahead]) group.leave(each)
  await Promise.all(left)
  await close()
})

test('an index that fails leaves, and the others go on', async () => {
  const { store, group, member, put: putRow, close } = await opened()
  const [city, note] = [member('by_city', store.visibleEnd), member('by_note', store.visibleEnd)]
  const failing = group.follow(city)
  const left = group.follow(note)
  city.error = new Error('no room')
  await putRow(1, 'Rome')
  await expect(failing).rejects.toThrow('no room')
  await putRow(2, 'Bern')
  await vi.waitFor(() => expect(note.end).toBe(store.visibleEnd))
  expect(note.rows).toBe(2)
  group.leave(note)
  await left
  await close()
})

test('an index that is built while another is kept joins it, and both are whole', async () => {
  const { engine } = await openMemoryEngine()
  await createPeople(engine, [byCity])
  for (let id = 0; id < 300; id++) await put(engine, 'red', id, 'city="Rome"', `note="n${id % 9}"`)
  const adding = addIndex(engine, byNote)
  for (let id = 0; id < 300; id += 2) await put(engine, 'red', id, 'city="Bern"', 'note="later"')
  await adding
  for (let id = 0; id < 300; id += 3) await remove(engine, 'red', id)
  for (const index of [byCity, byNote]) {
    await vi.waitFor(() => caughtUp(engine, index.name))
    expect(await rowsOf(engine, index.name)).toEqual(await projectionOf(engine, index))
  }
  await engine.close()
})
