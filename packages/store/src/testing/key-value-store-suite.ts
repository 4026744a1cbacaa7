import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Entry, KeyValueStore, StoreMutation } from '../key-value-store.js'

export interface KeyValueStoreFixture {
  readonly store: KeyValueStore
  dispose(): Promise<void>
}

const LAST_KEY = Buffer.alloc(8, 0xff)

/** What every key-value store must do; an implementor calls it with a factory of empty stores. */
export function keyValueStoreSuite(name: string, open: () => Promise<KeyValueStoreFixture>): void {
  describe(`${name} as a key-value store`, () => {
    let fixture: KeyValueStoreFixture
    let store: KeyValueStore

    beforeEach(async () => {
      fixture = await open()
      store = fixture.store
    })

    afterEach(() => fixture.dispose())

    pointCases(() => store)
    iterationCases(() => store)
    batchCases(() => store)

    it('answers like a sorted map under any sequence of batches', async () => {
      await fc.assert(
        fc.asyncProperty(batches, (sequence) => behavesLikeMap(store, sequence)),
        {
          numRuns: 40,
        },
      )
    })
  })
}

function pointCases(store: () => KeyValueStore): void {
  it('gets what was put, undefined for what was not, and an empty value as empty', async () => {
    await store().apply([put('a', 'one'), put('b', '')])
    expect(await store().get(key('a'))).toEqual(Buffer.from('one'))
    expect(await store().get(key('b'))).toEqual(Buffer.alloc(0))
    expect(await store().get(key('c'))).toBeUndefined()
  })

  it('gets many in the order of the keys, also the same one twice and none at all', async () => {
    await store().apply([put('a', '1'), put('b', '2')])
    const found = await store().getMany([key('b'), key('x'), key('a'), key('b')])
    expect(found.map((value) => value?.toString())).toEqual(['2', undefined, '1', '2'])
    expect(await store().getMany([])).toEqual([])
  })

  it('has all of several batches that were applied apart', async () => {
    const apart = store().applyApart
    if (apart === undefined) return
    const part = (name: string) => Array.from({ length: 500 }, (_, i) => put(`${name} ${i}`, name))
    await apart([part('a'), part('b'), []], 7)
    expect(await store().stamp()).toBe(7)
    await store().apply([put('a 1', 'new')])
    await apart([part('b'), part('c')], 8)
    const found = await store().getMany(['a 0', 'a 1', 'b 499', 'c 499'].map(key))
    expect(found.map(String)).toEqual(['a', 'new', 'b', 'c'])
  })

  it('answers many gets at once, each its own', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `key ${i}`)
    await store().apply(names.map((text) => put(text, `value of ${text}`)))
    const found = await Promise.all(names.map(async (text) => store().get(key(text))))
    expect(found.map(String)).toEqual(names.map((text) => `value of ${text}`))
  })

  it('keeps keys of many kilobytes apart by their last byte, and values of megabytes', async () => {
    const long = Buffer.alloc(9000, 0x61)
    const longer = Buffer.concat([long, Buffer.from([0])])
    const big = Buffer.alloc(8_000_000, 7)
    await store().apply([
      { kind: 'put', key: long, value: key('long') },
      { kind: 'put', key: longer, value: big },
    ])
    expect(await store().get(long)).toEqual(key('long'))
    expect((await store().get(longer))?.equals(big)).toBe(true)
    const entries = await all(store(), long, LAST_KEY)
    expect(entries.map((entry) => entry.key.length)).toEqual([9000, 9001])
  })

  it('does not see later changes of the buffers that were handed in', async () => {
    const name = key('a')
    const value = key('one')
    await store().apply([{ kind: 'put', key: name, value }])
    name.fill(0)
    value.fill(0)
    expect(await store().get(key('a'))).toEqual(Buffer.from('one'))
  })
}

function iterationCases(store: () => KeyValueStore): void {
  const unordered = ['b', 'a', 'ab', 'a\u0000', 'aa', 'c', '', '\u00ff'].map((text) =>
    Buffer.from(text, 'latin1'),
  )

  it('orders keys as unsigned bytes, a prefix before what it begins', async () => {
    const keys = unordered.filter((bytes) => bytes.length > 0)
    await store().apply(keys.map((bytes) => ({ kind: 'put', key: bytes, value: bytes })))
    const sorted = keys.toSorted(Buffer.compare)
    expect(await keysOf(store(), Buffer.from([0]), LAST_KEY)).toEqual(sorted)
    expect(await keysOf(store(), Buffer.from([0]), LAST_KEY, true)).toEqual(sorted.toReversed())
  })

  it('includes the start and excludes the end in both directions', async () => {
    await store().apply(['a', 'b', 'c', 'd'].map((text) => put(text, text)))
    expect((await keysOf(store(), key('b'), key('d'))).map(String)).toEqual(['b', 'c'])
    expect((await keysOf(store(), key('b'), key('d'), true)).map(String)).toEqual(['c', 'b'])
    expect((await keysOf(store(), key('aa'), key('cc'), true)).map(String)).toEqual(['c', 'b'])
  })

  it('yields nothing for an empty or inverted range', async () => {
    await store().apply(['a', 'b', 'c'].map((text) => put(text, text)))
    expect(await keysOf(store(), key('b'), key('b'))).toEqual([])
    expect(await keysOf(store(), key('c'), key('a'))).toEqual([])
    expect(await keysOf(store(), key('c'), key('a'), true)).toEqual([])
    expect(await keysOf(store(), key('x'), key('z'))).toEqual([])
  })

  it('iterates thousands of entries, whatever the size of the first batch', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => String(i).padStart(5, '0'))
    await store().apply(names.map((text) => put(text, text)))
    for (const batchEntries of [1, 7, 5000]) {
      const forward = await all(store(), key('0'), key('9'), false, batchEntries)
      expect(forward.map((entry) => entry.value.toString())).toEqual(names)
      const backward = await all(store(), key('0'), key('9'), true, batchEntries)
      expect(backward.map((entry) => entry.key.toString())).toEqual(names.toReversed())
    }
  })

  it('sees one state of the store from the first batch on', async () => {
    await store().apply(['a', 'b', 'c', 'd'].map((text) => put(text, 'old')))
    const range = { start: key('a'), end: key('z'), reverse: false, batchEntries: 1 }
    const iterator = store().iterate(range)
    const seen = [...(await iterator.next())]
    await store().apply([
      put('b', 'new'),
      put('bb', 'new'),
      { kind: 'delete', key: key('c') },
      { kind: 'deleteRange', start: key('d'), end: key('e') },
    ])
    for (let batch = await iterator.next(); batch.length > 0; batch = await iterator.next()) {
      seen.push(...batch)
    }
    await iterator.close()
    expect(seen.map((entry) => `${entry.key} ${entry.value}`)).toEqual([
      'a old',
      'b old',
      'c old',
      'd old',
    ])
    expect((await keysOf(store(), key('a'), key('z'))).map(String)).toEqual(['a', 'b', 'bb'])
  })

  it('keeps a snapshot as it was for all of its iterators, also those that outlive it', async () => {
    await store().apply(['a', 'b', 'c'].map((text) => put(text, 'old')))
    const [snapshot, unused] = [store().snapshot(), store().snapshot()]
    await store().apply([put('a', 'new'), put('aa', 'new'), { kind: 'delete', key: key('c') }])
    const old = ['a old', 'b old', 'c old']
    const shown = (entries: readonly Entry[]) =>
      entries.map((entry) => `${entry.key} ${entry.value}`)
    expect(shown(await all(snapshot, key('a'), key('z')))).toEqual(old)
    const range = { start: key('a'), end: key('z'), reverse: true, batchEntries: 1 }
    const [begun, fresh] = [snapshot.iterate(range), snapshot.iterate(range)]
    const [first] = await begun.next()
    snapshot.close()
    await store().apply([put('b', 'newer')])
    const rest = [...(await begun.next()), ...(await begun.next())]
    expect(shown(first === undefined ? [] : [first, ...rest])).toEqual(old.toReversed())
    expect(shown(await fresh.next())).toEqual(['c old'])
    await begun.close()
    await fresh.close()
    const now = await all(store(), key('a'), key('z'))
    expect(shown(now)).toEqual(['a new', 'aa new', 'b newer'])
    await unused.iterate(range).next()
  })

  it('leaves out the beginning of every key when it is asked to', async () => {
    await store().apply(['pa', 'pb', 'pc'].map((text) => put(text, text)))
    for (const reverse of [false, true]) {
      const start = key('pa')
      const range = { start, end: key('q'), reverse, batchEntries: 2, keyOffset: 1 }
      const iterator = store().iterate(range)
      const seen: string[] = []
      for (let batch = await iterator.next(); batch.length > 0; batch = await iterator.next())
        seen.push(...batch.map((entry) => `${entry.key} ${entry.value}`))
      await iterator.close()
      const expected = ['a pa', 'b pb', 'c pc']
      expect(seen).toEqual(reverse ? expected.toReversed() : expected)
    }
  })

  it('iterates over keys alone', async () => {
    await store().apply(['pa', 'pb', 'pc'].map((text) => put(text, text)))
    for (const reverse of [false, true]) {
      const range = { start: key('p'), end: key('q'), reverse, batchEntries: 2, keyOffset: 1 }
      const iterator = store().iterate({ ...range, keysOnly: true })
      const seen: string[] = []
      for (let batch = await iterator.next(); batch.length > 0; batch = await iterator.next())
        seen.push(...batch.map((entry) => entry.key.toString()))
      await iterator.close()
      expect(seen).toEqual(reverse ? ['c', 'b', 'a'] : ['a', 'b', 'c'])
    }
  })

  it('lets an iterator be closed early, twice, before its first batch and with the store', async () => {
    await store().apply(['a', 'b'].map((text) => put(text, text)))
    const range = { start: key('a'), end: key('z'), reverse: false, batchEntries: 1 }
    const unused = store().iterate(range)
    await unused.close()
    const early = store().iterate(range)
    await early.next()
    await early.close()
    await early.close()
    expect(await early.next()).toEqual([])
    const left = store().iterate(range)
    await left.next()
  })
}

function batchCases(store: () => KeyValueStore): void {
  it('has the stamp of the last batch with one, and none before the first', async () => {
    await store().apply([put('a', '1')])
    expect(await store().stamp()).toBeUndefined()
    const stamps = [0, 1, Number.MAX_SAFE_INTEGER, 5]
    await Promise.all(stamps.map((stamp) => store().apply([put('b', String(stamp))], stamp)))
    await store().apply([put('a', '2')])
    expect(await store().stamp()).toBe(5)
    expect(String(await store().get(key('b')))).toBe('5')
    await store().apply([], 6)
    await store().flush()
    expect(await store().stamp()).toBe(6)
    await expect(async () => store().apply([], -1)).rejects.toThrow('no position')
  })

  it('applies the mutations of a batch in their order', async () => {
    await store().apply([
      put('a', '1'),
      { kind: 'delete', key: key('a') },
      put('b', '1'),
      { kind: 'deleteRange', start: key('a'), end: key('z') },
      put('c', '2'),
      put('c', '3'),
    ])
    const entries = await all(store(), key('a'), key('z'))
    expect(entries.map((entry) => `${entry.key}${entry.value}`)).toEqual(['c3'])
  })

  it('makes batches visible in the order of the calls', async () => {
    const writes = Array.from({ length: 100 }, (_, i) => store().apply([put('a', String(i))]))
    await Promise.all(writes)
    expect(String(await store().get(key('a')))).toBe('99')
  })

  it('shows all of a batch or nothing of it', async () => {
    const names = Array.from({ length: 64 }, (_, i) => key(`key ${i}`))
    let written = 0
    const writing = (async () => {
      for (; written < 50; written++) {
        const value = key(String(written))
        await store().apply(names.map((name) => ({ kind: 'put', key: name, value })))
      }
    })()
    while (written < 50) {
      const values = new Set((await store().getMany(names)).map(String))
      expect(values.size).toBe(1)
      const entries = await all(store(), key('key'), key('kez'), false, 64)
      expect(new Set(entries.map((entry) => String(entry.value))).size).toBeLessThan(2)
    }
    await writing
  })

  it('deletes what is not there, nothing between equal keys, and whole ranges', async () => {
    await store().apply(['a', 'b', 'c'].map((text) => put(text, text)))
    await store().apply([
      { kind: 'delete', key: key('x') },
      { kind: 'deleteRange', start: key('b'), end: key('b') },
      { kind: 'deleteRange', start: key('c'), end: key('a') },
    ])
    expect((await keysOf(store(), key('a'), key('z'))).map(String)).toEqual(['a', 'b', 'c'])
    await store().apply([{ kind: 'deleteRange', start: key('a'), end: key('c') }])
    expect((await keysOf(store(), key('a'), key('z'))).map(String)).toEqual(['c'])
    expect(await store().get(key('b'))).toBeUndefined()
  })

  it('takes batches after flushes that find nothing to flush', async () => {
    await store().flush()
    await store().apply([{ kind: 'put', key: key('a'), value: key('1') }])
    await store().flush()
    await store().flush()
    await store().apply([{ kind: 'put', key: key('a'), value: key('2') }])
    expect(await store().get(key('a'))).toEqual(key('2'))
  })

  it('estimates sizes that grow with the data, and nothing where there is none', async () => {
    const value = Buffer.alloc(10_000, 1)
    const names = Array.from({ length: 300 }, (_, i) => key(`m${String(i).padStart(4, '0')}`))
    await store().apply(names.map((name) => ({ kind: 'put', key: name, value })))
    await store().flush()
    const size = await store().approximateSize(key('m'), key('n'))
    expect(size).toBeGreaterThan(2_000_000)
    expect(size).toBeLessThan(4_000_000)
    expect(await store().approximateSize(key('x'), key('y'))).toBeLessThan(100_000)
    expect(Object.values(await store().figures()).every(Number.isFinite)).toBe(true)
  })
}

const smallKey = fc
  .array(fc.constantFrom(0, 1, 0x61, 0xff), { minLength: 1, maxLength: 3 })
  .map((bytes) => Buffer.from(bytes))
const mutation: fc.Arbitrary<StoreMutation> = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    key: smallKey,
    value: fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  }),
  fc.record({ kind: fc.constant('delete' as const), key: smallKey }),
  fc.record({ kind: fc.constant('deleteRange' as const), start: smallKey, end: smallKey }),
)
const batches = fc.array(fc.array(mutation, { maxLength: 8 }), { maxLength: 8 })

async function behavesLikeMap(store: KeyValueStore, sequence: StoreMutation[][]): Promise<void> {
  const lowest = Buffer.from([0])
  await store.apply([{ kind: 'deleteRange', start: lowest, end: LAST_KEY }])
  const model = new Map<string, Buffer>()
  for (const batch of sequence) {
    await store.apply(batch)
    for (const change of batch) applyToModel(model, change)
    const expected = [...model].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const entries = await all(store, lowest, LAST_KEY, false, 3)
    expect(entries.map((entry) => [entry.key.toString('latin1'), entry.value])).toEqual(expected)
    const reversed = await keysOf(store, lowest, LAST_KEY, true)
    expect(reversed).toEqual(entries.map((entry) => entry.key).toReversed())
  }
}

function applyToModel(model: Map<string, Buffer>, change: StoreMutation): void {
  if (change.kind === 'put') model.set(change.key.toString('latin1'), change.value)
  else if (change.kind === 'delete') model.delete(change.key.toString('latin1'))
  else {
    const [start, end] = [change.start.toString('latin1'), change.end.toString('latin1')]
    for (const name of model.keys()) if (name >= start && name < end) model.delete(name)
  }
}

function key(text: string): Buffer {
  return Buffer.from(text)
}

function put(name: string, value: string): StoreMutation {
  return { kind: 'put', key: key(name), value: key(value) }
}

async function keysOf(
  store: Pick<KeyValueStore, 'iterate'>,
  start: Buffer,
  end: Buffer,
  reverse = false,
): Promise<Buffer[]> {
  return (await all(store, start, end, reverse)).map((entry) => entry.key)
}

async function all(
  store: Pick<KeyValueStore, 'iterate'>,
  start: Buffer,
  end: Buffer,
  reverse = false,
  batchEntries = 100,
): Promise<Entry[]> {
  const iterator = store.iterate({ start, end, reverse, batchEntries })
  const entries: Entry[] = []
  try {
    for (let batch = await iterator.next(); batch.length > 0; batch = await iterator.next()) {
      entries.push(...batch)
    }
  } finally {
    await iterator.close()
  }
  return entries
}
