import { expect, it } from 'vitest'
import { LogTrimmedError } from '../log/log-errors.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { commit, feed, full, key, puts, valuesOf } from './partition-store-calls.js'

/** The guarantees of a partition store to followers of its changes. */
export function feedCases(store: () => PartitionStore): void {
  it('feeds every commit with its record, in order, from any position on', async () => {
    const record = Buffer.from('what consumers need')
    await commit(store(), { record, mutations: puts({ a: '1', b: '2' }) })
    await commit(store(), { table: 9, mutations: [{ key: key('a'), value: undefined }] })
    await store().commitMany([
      full({ partition: key('m'), mutations: puts({ m: '1' }) }),
      full({ partition: key('n'), record, mutations: [] }),
    ])
    await store().deleteRange(1, key('a'), key('b'))
    const records = await feed(store(), 0)
    const commits = records.flatMap((change) => change.commits)
    expect(commits).toEqual([
      { table: 1, partition: key('p'), record, mutations: puts({ a: '1', b: '2' }) },
      { table: 9, partition: key('p'), record: undefined, mutations: [{ key: key('a') }] },
      { table: 1, partition: key('m'), record: undefined, mutations: puts({ m: '1' }) },
      { table: 1, partition: key('n'), record, mutations: [] },
    ])
    const [first] = records
    const rest = await feed(store(), first?.end ?? 0)
    expect(rest.map((change) => change.position)).toEqual(
      records.slice(1).map((change) => change.position),
    )
    expect(await feed(store(), records.at(-1)?.end ?? 0)).toEqual([])
  })

  it('feeds the same to followers that begin and end as to all others', async () => {
    await commit(store(), { mutations: puts({ a: 'before' }) })
    const middle = store().visibleEnd
    const stops = [store().onVisible(() => {}), store().onVisible(() => {})]
    const writing = Array.from({ length: 300 }, (_, i) =>
      commit(store(), { partition: key(`p${i}`), mutations: puts({ [`p${i}`]: `${i}` }) }),
    )
    await Promise.all(writing)
    const followed = await feed(store(), 0)
    const sinceMiddle = await feed(store(), middle)
    for (const stop of stops) stop()
    const read = await feed(store(), 0)
    expect(read).toHaveLength(301)
    expect(followed).toEqual(read)
    expect(sinceMiddle).toEqual(read.slice(1))
    const last = read.at(-1)
    expect(await feed(store(), last?.position ?? 0)).toEqual([last])
    expect(store().visibleEnd).toBe(last?.end)
  })

  it('notifies its followers when more is visible, and not before they can read it', async () => {
    const seen: Promise<(string | undefined)[]>[] = []
    const ends: number[] = []
    const stop = store().onVisible(() => {
      ends.push(store().visibleEnd)
      seen.push(valuesOf(store(), 'a'))
    })
    const before = store().visibleEnd
    await commit(store(), { mutations: puts({ a: '1' }) })
    expect(ends.length).toBeGreaterThan(0)
    expect(await Promise.all(seen)).toEqual(seen.map(() => ['1']))
    expect([before, ...ends]).toEqual([before, ...ends].toSorted((a, b) => a - b))
    expect(ends.at(-1)).toBe(store().visibleEnd)
    expect(ends.at(-1)).toBeGreaterThan(before)
    const told = ends.length
    stop()
    await commit(store(), { mutations: puts({ a: '2' }) })
    expect(ends).toHaveLength(told)
  })

  it('yields all changes that are visible at the call, and none later', async () => {
    await commit(store(), { mutations: puts({ a: '1' }) })
    const end = store().visibleEnd
    const reading = store().changes(0)[Symbol.asyncIterator]()
    const first = await reading.next()
    await commit(store(), { mutations: puts({ a: '2' }) })
    expect(first).toMatchObject({ done: false, value: { end } })
    expect((await reading.next()).done).toBe(true)
    expect((await feed(store(), end)).flatMap(({ commits }) => commits)).toHaveLength(1)
  })

  it('keeps cursors by name, and forgets those that are removed', async () => {
    await commit(store(), { mutations: puts({ a: '1' }) })
    const position = store().visibleEnd
    await store().setCursor('search/1', 0)
    await store().setCursor('search/2', position)
    const expected = new Map([
      ['search/1', 0],
      ['search/2', position],
    ])
    expect(store().cursors()).toEqual(expected)
    await store().setCursor('search/1', position)
    await store().removeCursor('search/2')
    await store().removeCursor('search/2')
    expect([...store().cursors()]).toEqual([['search/1', position]])
  })

  it('either still has the changes that a cursor has passed, or reports that they were trimmed', async () => {
    for (const value of ['1', '2', '3']) await commit(store(), { mutations: puts({ a: value }) })
    const [, second] = await feed(store(), 0)
    await store().setCursor('follower', second?.position ?? 0)
    const rest = (await feed(store(), second?.position ?? 0)).flatMap(({ commits }) => commits)
    expect(rest.map(({ mutations }) => String(mutations[0]?.value))).toEqual(['2', '3'])
    const all = await feed(store(), 0).catch((error: unknown) => error)
    if (Array.isArray(all)) expect(all).toHaveLength(3)
    else expect(all).toBeInstanceOf(LogTrimmedError)
  })
}
