import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PartitionCommit, PartitionStore } from '../partitions/partition-store.js'
import {
  commit,
  feed,
  full,
  key,
  keys,
  puts,
  range,
  read,
  scan,
  text,
  valuesOf,
} from './partition-store-calls.js'
import { coherenceCases } from './partition-store-coherence.js'
import { feedCases } from './partition-store-feed.js'

export interface PartitionStoreFixture {
  readonly store: PartitionStore
  dispose(): Promise<void>
}

export type CurrentStore = () => PartitionStore

/** The contract of every partition store; an implementation calls it with a factory of empty stores. */
export function partitionStoreSuite(
  name: string,
  open: () => Promise<PartitionStoreFixture>,
): void {
  describe(`${name} as a partition store`, () => {
    let fixture: PartitionStoreFixture
    const store: CurrentStore = () => fixture.store

    beforeEach(async () => {
      fixture = await open()
    })

    afterEach(() => fixture.dispose())

    commitCases(store)
    tokenCases(store)
    pendingCases(store)
    scanCases(store)
    feedCases(store)
    unitCases(store)
    coherenceCases(store)
  })
}

function commitCases(store: CurrentStore): void {
  it('reads what was committed, and undefined for what was not', async () => {
    expect(await commit(store(), { mutations: puts({ a: '1', b: '' }) })).toBe('committed')
    const { values } = await read(store(), { keys: keys('a', 'b', 'x') })
    expect(values).toEqual([Buffer.from('1'), Buffer.alloc(0), undefined])
    expect((await read(store(), { keys: keys('a') })).values).toEqual([Buffer.from('1')])
    expect((await read(store(), { keys: [] })).values).toEqual([])
  })

  it('returns one durable value like a read does', async () => {
    const durable = async (name: string) => store().readDurable?.(1, key(name))
    if ((await durable('a')) === undefined) return
    expect((await durable('a'))?.value).toBeUndefined()
    await commit(store(), { mutations: puts({ a: '1' }) })
    for (let i = 0; i < 3; i++) expect(String((await durable('a'))?.value)).toBe('1')
    await commit(store(), { mutations: puts({ a: '2' }) })
    expect(String((await durable('a'))?.value)).toBe('2')
    await commit(store(), { mutations: [{ key: key('a'), value: undefined }] })
    expect((await durable('a'))?.value).toBeUndefined()
  })

  it('deletes a key by a mutation without a value', async () => {
    await commit(store(), { mutations: puts({ a: '1', b: '2' }) })
    expect(await valuesOf(store(), 'a', 'b')).toEqual(['1', '2'])
    await commit(store(), { mutations: [{ key: key('a'), value: undefined }] })
    expect(await valuesOf(store(), 'a', 'b')).toEqual([undefined, '2'])
    expect(await valuesOf(store(), 'a')).toEqual([undefined])
  })

  it('keeps tables apart, the largest number included', async () => {
    for (const table of [0, 1, 256, 0x0fff_ffff]) {
      await commit(store(), { table, mutations: puts({ a: `table ${table}` }) })
    }
    for (const table of [0, 1, 256, 0x0fff_ffff]) {
      const { values } = await read(store(), { table, keys: keys('a') })
      expect(String(values[0])).toBe(`table ${table}`)
    }
  })

  it('keeps keys of more than eight kilobytes and values of megabytes', async () => {
    const long = Buffer.concat([key('l'), Buffer.alloc(8300, 0x61)])
    const big = Buffer.alloc(5_000_000, 7)
    await commit(store(), { partition: key('l'), mutations: [{ key: long, value: big }] })
    const { values } = await read(store(), { partition: key('l'), keys: [long] })
    expect(values[0]?.equals(big)).toBe(true)
  })

  it('does not see later changes of the given buffers', async () => {
    const [name, value] = [key('a'), Buffer.from('one')]
    await commit(store(), { mutations: [{ key: name, value }] })
    name.fill(0)
    value.fill(0)
    expect(await valuesOf(store(), 'a')).toEqual(['one'])
  })

  it('conflicts exactly when the value has had another commit since the head was read', async () => {
    await commit(store(), { mutations: puts({ a: '1' }) })
    const { head } = await read(store(), { keys: keys('a') })
    const next = { expectedHead: head, mutations: puts({ a: '2' }) }
    expect(await commit(store(), next)).toBe('committed')
    expect(await commit(store(), { ...next, mutations: puts({ a: '3' }) })).toBe('conflict')
    expect(await valuesOf(store(), 'a')).toEqual(['2'])
    const elsewhere = { partition: key('q'), mutations: puts({ q: '1' }) }
    const before = await read(store(), { keys: keys('a') })
    await commit(store(), elsewhere)
    const after = { expectedHead: before.head, mutations: puts({ a: '4' }) }
    expect(await commit(store(), after)).toBe('committed')
  })

  it('accepts only one of two commits on the same head', async () => {
    const { head } = await read(store(), { keys: keys('a') })
    const outcomes = await Promise.all(
      ['x', 'y'].map((value) =>
        commit(store(), { expectedHead: head, mutations: puts({ a: value }) }),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['committed', 'conflict'])
  })

  it('returns outcomes of commitMany in order', async () => {
    const outcomes = await store().commitMany([
      full({ partition: key('m'), mutations: puts({ m1: '1' }) }),
      full({ mutations: puts({ a: '2' }) }),
      full({ partition: key('m'), mutations: puts({ m2: '3' }) }),
    ])
    expect(outcomes).toEqual(['committed', 'committed', 'committed'])
    expect((await scan(store(), 'a', 'o')).map(text)).toEqual(['a=2', 'm1=1', 'm2=3'])
    expect(await store().commitMany([])).toEqual([])
  })

  it('refuses all commits of a commitMany on a conflict, or that commit alone', async () => {
    const { head } = await read(store(), { keys: keys('a') })
    await commit(store(), { mutations: puts({ a: 'first' }) })
    const outcomes = await store().commitMany([
      full({ partition: key('m'), mutations: puts({ m: '1' }) }),
      full({ expectedHead: head, mutations: puts({ a: 'late' }) }),
      full({ partition: key('n'), mutations: puts({ n: '3' }) }),
    ])
    const isUnit = store().capabilities.atomicAcrossPartitions
    const other = isUnit ? 'conflict' : 'committed'
    expect(outcomes).toEqual([other, 'conflict', other])
    const rows = (await scan(store(), 'a', 'o')).map(text)
    expect(rows).toEqual(isUnit ? ['a=first'] : ['a=first', 'm=1', 'n=3'])
  })

  it('treats an earlier commit of the same commitMany as a conflict', async () => {
    const { head } = await read(store(), { keys: keys('a') })
    const same = full({ expectedHead: head, mutations: puts({ a: '1' }) })
    const outcomes = await store().commitMany([same, { ...same, mutations: puts({ a: '2' }) }])
    const isUnit = store().capabilities.atomicAcrossPartitions
    expect(outcomes).toEqual([isUnit ? 'conflict' : 'committed', 'conflict'])
    expect(await valuesOf(store(), 'a')).toEqual([isUnit ? undefined : '1'])
  })

  it('commits many at once', async () => {
    const commits = Array.from({ length: 3000 }, (_, i) =>
      full({ partition: key(`p${i}`), mutations: puts({ [`p${i}`]: 'x'.repeat(500) }) }),
    )
    expect(new Set(await store().commitMany(commits))).toEqual(new Set(['committed']))
    expect(await scan(store(), 'p', 'q')).toHaveLength(3000)
  })
}

function tokenCases(store: CurrentStore): void {
  const token = Buffer.alloc(16, 1)

  it('applies a commit once when it comes twice with its token', async () => {
    const { head } = await read(store(), { keys: keys('a') })
    const first = { expectedHead: head, token, mutations: puts({ a: '1' }) }
    expect(await commit(store(), first)).toBe('committed')
    expect(await commit(store(), first)).toBe('committed')
    expect(await commit(store(), { ...first, mutations: puts({ a: '2' }) })).toBe('committed')
    expect(await valuesOf(store(), 'a')).toEqual(['1'])
  })

  it('treats a token as new after another commit with another token', async () => {
    await commit(store(), { token, mutations: puts({ a: '1' }) })
    await commit(store(), { token: Buffer.alloc(16, 2), mutations: puts({ a: '2' }) })
    await commit(store(), { token, mutations: puts({ a: '3' }) })
    expect(await valuesOf(store(), 'a')).toEqual(['3'])
  })

  it('applies a commit once when commitMany repeats its token', async () => {
    const put = (value: string): PartitionCommit => full({ token, mutations: puts({ a: value }) })
    expect(await store().commitMany([put('1'), put('2')])).toEqual(['committed', 'committed'])
    const other = full({ partition: key('b'), mutations: puts({ b: '1' }) })
    expect(await store().commitMany([other, put('3')])).toEqual(['committed', 'committed'])
    expect((await scan(store(), 'a', 'c')).map(text)).toEqual(['a=1', 'b=1'])
  })

  it('allows the same token for different values', async () => {
    await commit(store(), { token, mutations: puts({ a: '1' }) })
    await commit(store(), { token, partition: key('b'), mutations: puts({ b: '1' }) })
    expect((await scan(store(), 'a', 'c')).map(text)).toEqual(['a=1', 'b=1'])
  })

  it('waits for the first of two commits with the same token', async () => {
    const first = commit(store(), { token, mutations: puts({ a: '1' }) })
    const second = commit(store(), { token, mutations: puts({ a: '1' }) })
    expect(await second).toBe('committed')
    expect(await valuesOf(store(), 'a')).toEqual(['1'])
    expect(await first).toBe('committed')
  })
}

function pendingCases(store: CurrentStore): void {
  it('shows accepted commits to pending reads at once, if it is pipelined', async () => {
    if (!store().capabilities.pipelined) return
    await commit(store(), { mutations: puts({ a: '1', b: '1' }) })
    const accepted = commit(store(), { mutations: puts({ a: '2' }) })
    const view = await read(store(), { keys: keys('a', 'b'), pending: true })
    expect(view.values.map(String)).toEqual(['2', '1'])
    const single = await read(store(), { keys: keys('a'), pending: true })
    expect(single.values.map(String)).toEqual(['2'])
    const next = { expectedHead: view.head, mutations: puts({ a: '3' }) }
    expect(await commit(store(), next)).toBe('committed')
    expect(await accepted).toBe('committed')
  })

  it('shows pending deletes to pending reads', async () => {
    if (!store().capabilities.pipelined) return
    await commit(store(), { mutations: puts({ a: '1' }) })
    await valuesOf(store(), 'a')
    const accepted = commit(store(), { mutations: [{ key: key('a'), value: undefined }] })
    expect((await read(store(), { keys: keys('a'), pending: true })).values).toEqual([undefined])
    await accepted
  })

  it('conflicts when a durable read has not seen a pending commit', async () => {
    await commit(store(), { mutations: puts({ a: '1' }) })
    const accepted = commit(store(), { mutations: puts({ a: '2' }) })
    const view = await read(store(), { keys: keys('a') })
    const seen = String(view.values[0])
    const outcome = await commit(store(), {
      expectedHead: view.head,
      mutations: puts({ a: `after ${seen}` }),
    })
    await accepted
    expect(await valuesOf(store(), 'a')).toEqual(outcome === 'conflict' ? ['2'] : ['after 2'])
  })

  it('settles a head when its commit is visible to everybody', async () => {
    const accepted = commit(store(), { mutations: puts({ a: '1' }) })
    const { head, values } = await read(store(), { keys: keys('a'), pending: true })
    await store().settled(head)
    expect(await valuesOf(store(), 'a')).toEqual(values.map((value) => value?.toString()))
    await store().settled(head)
    await accepted
  })
}

function scanCases(store: CurrentStore): void {
  const names = Array.from({ length: 700 }, (_, i) => `r${String(i).padStart(4, '0')}`)

  it('scans in byte order and in reverse, with an inclusive start and an exclusive end', async () => {
    const raw = ['r', 'r\u0000', 'ra', 'r\u00ff', 'rz', 's'].map((name) =>
      Buffer.from(name, 'latin1'),
    )
    await commit(store(), { mutations: raw.map((bytes) => ({ key: bytes, value: bytes })) })
    const expected = raw.slice(0, 5).toSorted(Buffer.compare)
    const forward = await scan(store(), 'r', 's')
    expect(forward.map((entry) => entry.key)).toEqual(expected)
    const backward = await scan(store(), 'r', 's', { reverse: true })
    expect(backward.map((entry) => entry.key)).toEqual(expected.toReversed())
    expect(await scan(store(), 's', 'r')).toEqual([])
  })

  it('scans all of a long range, whatever the caller expected, and nothing of other tables', async () => {
    const mutations = names.map((name) => ({ key: key(name), value: key(name) }))
    for (const table of [1, 2, 3]) await commit(store(), { table, mutations })
    for (const expectedEntries of [0, 1, 10, 5000]) {
      for (const reverse of [false, true]) {
        const entries = await scan(store(), '\u0000', '\u00ff', {
          table: 2,
          reverse,
          expectedEntries,
        })
        expect(entries.map((entry) => entry.key.toString())).toEqual(
          reverse ? names.toReversed() : names,
        )
      }
    }
  })

  it('scans one state, if it has snapshot scans', async () => {
    if (!store().capabilities.snapshotScans) return
    const commits = names.map((name) =>
      full({ partition: key(name), mutations: puts({ [name]: '1' }) }),
    )
    await store().commitMany(commits)
    const running = store().scan(range('r', 's', { expectedEntries: 1 }))
    const seen = [...(await running.next())]
    await store().commitMany(
      names.map((name) => full({ partition: key(name), mutations: puts({ [name]: '2' }) })),
    )
    for (let batch = await running.next(); batch.length > 0; batch = await running.next()) {
      seen.push(...batch)
    }
    await running.close()
    expect(seen).toHaveLength(names.length)
    expect(new Set(seen.map((entry) => entry.value.toString()))).toEqual(new Set(['1']))
  })

  it('shows all scans of a snapshot the same commits, those that were visible among them', async () => {
    for (let round = 1; round <= 20; round++) {
      await commit(store(), { mutations: puts({ a: `${round}`, b: `${round}` }) })
      const snapshot = await store().snapshot()
      const first = (await scan(snapshot, 'a', 'b')).map(text)
      await commit(store(), { mutations: puts({ a: 'later', b: 'later' }) })
      const second = (await scan(snapshot, 'b', 'c', { reverse: true })).map(text)
      snapshot.close()
      expect([...first, ...second]).toEqual([`a=${round}`, `b=${round}`])
    }
  })

  it('deletes a range for reads and scans, cached rows included', async () => {
    await commit(store(), { mutations: puts({ a1: '1', a2: '2', a3: '3' }) })
    expect(await valuesOf(store(), 'a1', 'a2', 'a3')).toEqual(['1', '2', '3'])
    expect(await valuesOf(store(), 'a2')).toEqual(['2'])
    await commit(store(), { table: 2, mutations: puts({ a2: 'other' }) })
    await store().deleteRange(1, key('a2'), key('a3'))
    expect(await valuesOf(store(), 'a1', 'a2', 'a3')).toEqual(['1', undefined, '3'])
    expect(await valuesOf(store(), 'a2')).toEqual([undefined])
    expect((await scan(store(), 'a', 'b')).map(text)).toEqual(['a1=1', 'a3=3'])
    expect((await scan(store(), 'a', 'b', { table: 2 })).map(text)).toEqual(['a2=other'])
  })

  it('estimates sizes', async () => {
    const value = Buffer.alloc(1000, 1)
    const mutations = names.map((name) => ({ key: key(name), value }))
    await commit(store(), { mutations })
    const size = await store().approximateSize(1, key('r'), key('s'))
    expect(size).toBeGreaterThan(300_000)
    expect(size).toBeLessThan(1_500_000)
    expect(Object.values(await store().figures()).every(Number.isFinite)).toBe(true)
  })
}

function unitCases(store: CurrentStore): void {
  it('keeps a commitMany of any size in one record, if it is atomic', async () => {
    if (!store().capabilities.atomicAcrossPartitions) return
    const commits = Array.from({ length: 100 }, (_, i) =>
      full({ partition: key(`p${i}`), mutations: puts({ [`p${i}`]: 'x'.repeat(20_000) }) }),
    )
    await store().commitMany(commits)
    const [only, ...others] = await feed(store(), 0)
    expect(only?.commits).toHaveLength(100)
    expect(others).toEqual([])
  })
}
