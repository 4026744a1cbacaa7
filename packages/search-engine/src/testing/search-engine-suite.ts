import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SearchEngine } from '../search-engine.js'
import { IndexAbsentError, IndexDamagedError } from '../indexes/index-errors.js'
import { fingerprintCases } from './fingerprint-cases.js'
import {
  TIMEOUT_MS,
  applyAll,
  asked,
  definition,
  everything,
  found,
  gone,
  keysOf,
  put,
  withTerm,
} from './search-engine-calls.js'

export interface SearchEngineFixture {
  /** Opens an engine over the content of the previous one; only one may be open at a time. */
  open(): Promise<SearchEngine>
  /** Whether the next engine finds what was durable in the previous one. */
  readonly keepsFiles: boolean
  /** Damages the files of an index; undefined for an engine without files. */
  readonly damage: ((index: number) => Promise<void>) | undefined
  dispose(): Promise<void>
}

type Current = () => SearchEngine

/** The tests that every search engine passes. An implementation calls it with a factory of empty places. */
export function searchEngineSuite(name: string, make: () => Promise<SearchEngineFixture>): void {
  describe(`${name} as a search engine`, () => {
    let fixture: SearchEngineFixture
    let engine: SearchEngine
    const current = (): SearchEngine => engine
    const reopen = async (): Promise<SearchEngine | undefined> => {
      await engine.close()
      engine = await fixture.open()
      return fixture.keepsFiles ? engine : undefined
    }

    beforeEach(async () => {
      fixture = await make()
      engine = await fixture.open()
    })

    afterEach(async () => {
      await engine.close()
      await fixture.dispose()
    })

    describe('rows', () => {
      rowCases(current)
    })
    describe('keys', () => {
      keyCases(current)
    })
    describe('fingerprints', () => {
      fingerprintCases(current, reopen)
    })
    describe('the feed', () => {
      feedCases(current, reopen)
    })
    describe('indexes', () => {
      indexCases(current, reopen)
    })
    describe('trouble', () => {
      troubleCases(current, reopen, () => fixture)
    })
  })
}

function rowCases(engine: Current): void {
  beforeEach(async () => {
    await engine().create(definition(1))
  })

  it('are found by their last image', async () => {
    await applyAll(engine(), 1, [put('a', 'x'), put('b', 'x'), put('c', 'y')], 3)
    await engine().refresh(1)
    expect(await found(engine(), 1, withTerm('x'))).toEqual(['a', 'b'])
    await applyAll(engine(), 1, [put('a', 'y'), gone('b'), put('d', 'x'), gone('e')], 7)
    await engine().refresh(1)
    expect(await found(engine(), 1, withTerm('x'))).toEqual(['d'])
    expect(await found(engine(), 1)).toEqual(['a', 'c', 'd'])
  })

  it('with several images in a batch follow the last one', async () => {
    const images = [put('a', '1'), gone('a'), put('b', '1'), put('b', '2'), gone('b'), gone('c')]
    await applyAll(engine(), 1, [...images, put('c', '3')], 7)
    await engine().refresh(1)
    expect(await found(engine(), 1)).toEqual(['c'])
    await applyAll(engine(), 1, [gone('c'), put('c', '4')], 9)
    await engine().refresh(1)
    expect(await found(engine(), 1, withTerm('4'))).toEqual(['c'])
    expect((await engine().describe(1)).rows).toBe(1)
  })

  it('may be given again', async () => {
    const images = [put('a', 'x'), put('b', 'x'), gone('a')]
    for (let time = 0; time < 3; time++) {
      await applyAll(engine(), 1, images, 3)
      await engine().refresh(1)
      expect(await found(engine(), 1)).toEqual(['b'])
    }
  })

  it('become searchable without a refresh', async () => {
    await applyAll(engine(), 1, [put('a', 'x')], 1)
    while ((await found(engine(), 1)).length === 0) await new Promise(setImmediate)
    expect(await found(engine(), 1)).toEqual(['a'])
  })

  it('that have expired are not found', async () => {
    await applyAll(engine(), 1, [{ ...put('old', 'x'), expiresAt: 1 }, put('b', 'x')], 2)
    await engine().refresh(1)
    expect(await found(engine(), 1)).toEqual(['b'])
    expect(await engine().keys(1, undefined, 10)).toHaveLength(1)
  })

  it('are indexed without values that do not fit, and these are counted', async () => {
    const [first, second] = [put('a', 'x'), put('b', 'x')]
    const columns = [...(first.columns ?? []).slice(0, 1), { name: 'l', value: wrong(second) }]
    await applyAll(engine(), 1, [{ ...first, columns }], 1)
    await engine().refresh(1)
    expect(await found(engine(), 1, withTerm('x'))).toEqual(['a'])
    const misfits = async () => (await engine().describe(1)).misfits
    expect(await misfits()).toEqual(new Map([['l', 1]]))
    // The same image counts once, until the row changes.
    await applyAll(
      engine(),
      1,
      [
        { ...first, columns },
        { ...second, columns },
      ],
      2,
    )
    await applyAll(engine(), 1, [{ ...first, columns }], 2)
    await engine().commit(1)
    expect(await misfits()).toEqual(new Map([['l', 2]]))
    await applyAll(engine(), 1, [first, gone('b')], 3)
    await engine().refresh(1)
    expect(await misfits()).toEqual(new Map())
  })

  it('are searched in pages', async () => {
    const images = Array.from({ length: 25 }, (_, n) => put(`k${n + 10}`, 'x', n))
    await applyAll(engine(), 1, images, 25)
    await engine().refresh(1)
    const seen: string[] = []
    let token: Buffer | undefined
    do {
      const search = asked(everything, { limit: 10, token })
      const page = await engine().search(1, search, TIMEOUT_MS)
      expect(page.total).toBe(25)
      seen.push(...keysOf(page))
      token = page.nextToken
    } while (token !== undefined)
    expect(seen).toEqual(images.map(({ key }) => Buffer.from(key).toString()))
  })
}

/** A text where a number is expected. */
function wrong({ columns }: { readonly columns: readonly { value: Uint8Array }[] | undefined }) {
  return columns?.[0]?.value ?? Buffer.alloc(0)
}

function keyCases(engine: Current): void {
  it('are answered in order, page by page, of live rows only', async () => {
    await engine().create(definition(1))
    const name = (n: number): string => `key ${String(n).padStart(4, '0')}`
    for (let part = 0; part < 3; part++) {
      const images = Array.from({ length: 100 }, (_, n) => put(name(n * 3 + part), 'x'))
      await applyAll(engine(), 1, images, 100 * (part + 1))
      await engine().refresh(1)
    }
    await applyAll(engine(), 1, [gone(name(0)), gone(name(150)), put(name(7), 'y')], 303)
    await engine().refresh(1)
    const keys: string[] = []
    let after: Uint8Array | undefined
    for (;;) {
      const page = await engine().keys(1, after, 64)
      keys.push(...page.map((key) => Buffer.from(key).toString()))
      after = page.at(-1)
      if (page.length < 64) break
    }
    const numbers = Array.from({ length: 300 }, (_, n) => n).filter((n) => n !== 0 && n !== 150)
    expect(keys).toEqual(numbers.map(name))
    const some = await engine().keys(1, undefined, 300, 10)
    const drawn = some.map((key) => Buffer.from(key).toString())
    expect(drawn.length).toBeGreaterThanOrEqual(20)
    expect(drawn.length).toBeLessThanOrEqual(40)
    expect(numbers.map(name).filter((key) => drawn.includes(key))).toEqual(drawn)
  })
}

function feedCases(engine: Current, reopen: () => Promise<SearchEngine | undefined>): void {
  it('begins at 0 with an empty note', async () => {
    expect(await engine().create(definition(1))).toEqual({ position: 0, note: Buffer.alloc(0) })
  })

  it('continues after the durable position', async () => {
    const told: [number, number][] = []
    engine().onDurable((index, position) => told.push([index, position]))
    await engine().create(definition(1))
    await applyAll(engine(), 1, [put('a', 'x')], 10, 'ten')
    await applyAll(engine(), 1, [put('b', 'x')], 20)
    await engine().commit(1)
    expect(told).toEqual([[1, 20]])
    expect(await engine().describe(1)).toMatchObject({ applied: 20, searchable: 20, durable: 20 })
    const again = await reopen()
    if (again === undefined) return
    expect(await again.create(definition(1))).toEqual({ position: 20, note: Buffer.from('ten') })
    expect(await found(again, 1)).toEqual(['a', 'b'])
  })

  it('keeps its note also when nothing else changes', async () => {
    await engine().create(definition(1))
    await applyAll(engine(), 1, [], 5, 'a note')
    await engine().commit(1)
    await applyAll(engine(), 1, [], 5, 'another')
    await engine().commit(1)
    const again = await reopen()
    if (again === undefined) return
    expect(await again.create(definition(1))).toEqual({ position: 5, note: Buffer.from('another') })
  })

  it('never goes back', async () => {
    await engine().create(definition(1))
    await applyAll(engine(), 1, [put('a', 'x')], 10)
    await engine().commit(1)
    await applyAll(engine(), 1, [put('a', 'x')], 4)
    await engine().commit(1)
    expect(await engine().describe(1)).toMatchObject({ applied: 10, searchable: 10, durable: 10 })
  })

  it('loses nothing when the engine is closed properly', async () => {
    await engine().create(definition(1))
    const images = Array.from({ length: 300 }, (_, n) => put(`k${n}`, 'x', n))
    for (const [n, image] of images.entries()) await applyAll(engine(), 1, [image], n + 1)
    const again = await reopen()
    if (again === undefined) return
    expect((await again.create(definition(1))).position).toBe(300)
    expect(await again.keys(1, undefined, 1000)).toHaveLength(300)
  })

  it('keeps each of many rows once, also after merges', async () => {
    await engine().create(definition(1))
    for (let round = 0; round < 40; round++) {
      const images = Array.from({ length: 50 }, (_, n) => {
        const key = `k${(n * 7 + round * 13) % 200}`
        return (n + round) % 5 === 0 ? gone(key) : put(key, `round ${round}`)
      })
      await applyAll(engine(), 1, images, round + 1)
      await engine().refresh(1)
    }
    const keys = await engine().keys(1, undefined, 1000)
    const names = keys.map((key) => Buffer.from(key).toString())
    expect(new Set(names).size).toBe(names.length)
    expect(await engine().describe(1)).toMatchObject({ rows: names.length, applied: 40 })
    await engine().commit(1)
    const again = await reopen()
    if (again === undefined) return
    await again.create(definition(1))
    expect(await again.keys(1, undefined, 1000)).toEqual(keys)
  })
}

function indexCases(engine: Current, reopen: () => Promise<SearchEngine | undefined>): void {
  it('are created once and opened after that', async () => {
    await engine().create(definition(1))
    await applyAll(engine(), 1, [put('a', 'x')], 3, 'note')
    await engine().commit(1)
    expect(await engine().create(definition(1))).toEqual({ position: 3, note: Buffer.from('note') })
    expect(await found(engine(), 1)).toEqual(['a'])
  })

  it('are independent of each other', async () => {
    await engine().create(definition(1))
    await engine().create(definition(2))
    await applyAll(engine(), 1, [put('a', 'x')], 1)
    await applyAll(engine(), 2, [put('b', 'x')], 9)
    await Promise.all([engine().refresh(1), engine().refresh(2)])
    expect(await found(engine(), 1)).toEqual(['a'])
    expect(await found(engine(), 2)).toEqual(['b'])
    await engine().drop(1)
    expect(await found(engine(), 2)).toEqual(['b'])
  })

  it('leave no files behind when they are dropped, open or not', async () => {
    await engine().drop(7)
    for (const index of [1, 2]) {
      await engine().create(definition(index))
      await applyAll(engine(), index, [put('a', 'x')], 3)
      await engine().commit(index)
    }
    await engine().drop(1)
    await engine().drop(1)
    await expect(engine().search(1, asked(everything), TIMEOUT_MS)).rejects.toThrow(
      'search index 1',
    )
    const again = await reopen()
    if (again === undefined) return
    await again.drop(2)
    for (const index of [1, 2]) {
      expect((await again.create(definition(index))).position).toBe(0)
      expect(await found(again, index)).toEqual([])
    }
  })

  it('are absent for pending requests after they are dropped, and new ones are not affected', async () => {
    const outcomes: unknown[] = []
    for (let time = 0; time < 5; time++) {
      await engine().create(definition(1))
      const calls = [
        applyAll(engine(), 1, [put('old', 'x')], 1),
        engine().refresh(1),
        engine().commit(1),
        engine().search(1, asked(everything), TIMEOUT_MS),
        engine().keys(1, undefined, 1),
      ]
      const dropped = engine().drop(1)
      const created = engine().create(definition(1))
      for (const call of await Promise.allSettled(calls)) {
        outcomes.push(call.status === 'rejected' ? call.reason : 'well')
      }
      await dropped
      await created
      await applyAll(engine(), 1, [put('new', 'x')], 1)
      await engine().refresh(1)
      expect(await found(engine(), 1)).toEqual(['new'])
      await engine().drop(1)
    }
    // Requests that came before the drop are answered.
    for (const outcome of outcomes) {
      if (outcome !== 'well') expect(outcome).toBeInstanceOf(IndexAbsentError)
    }
  })
}

function troubleCases(
  engine: Current,
  reopen: () => Promise<SearchEngine | undefined>,
  fixture: () => SearchEngineFixture,
): void {
  it('with a refused search reaches its caller with the error text of the service', async () => {
    await engine().create(definition(1))
    const search = asked({ kind: 'term', fieldName: 'no such field', term: 'x', weight: 1 })
    await expect(engine().search(1, search, TIMEOUT_MS)).rejects.toMatchObject({
      code: 'OTSParameterInvalid',
    })
    expect(await found(engine(), 1)).toEqual([])
  })

  it('ends a search whose time is up', async () => {
    await engine().create(definition(1))
    await applyAll(engine(), 1, [put('a', 'x')], 1)
    await engine().refresh(1)
    await expect(engine().search(1, asked(everything), 0)).rejects.toMatchObject({
      code: 'OTSTimeout',
    })
    expect(await found(engine(), 1)).toEqual(['a'])
  })

  it('with an index that nobody has created is reported', async () => {
    await expect(engine().describe(5)).rejects.toBeInstanceOf(IndexAbsentError)
    await expect(applyAll(engine(), 5, [], 1)).rejects.toBeInstanceOf(IndexAbsentError)
    const searching = engine().search(5, asked(everything), TIMEOUT_MS)
    await expect(searching).rejects.toBeInstanceOf(IndexAbsentError)
    await expect(engine().keys(5, undefined, 1)).rejects.toBeInstanceOf(IndexAbsentError)
  })

  it('with the files of one index stays there, until it is dropped', async ({ skip }) => {
    const { damage } = fixture()
    if (damage === undefined) return skip()
    for (const index of [1, 2]) {
      await engine().create(definition(index))
      await applyAll(engine(), index, [put('a', 'x'), put('b', 'y')], 2)
      await engine().commit(index)
    }
    await engine().close()
    await damage(1)
    const again = await reopen()
    if (again === undefined) return
    const created = again.create(definition(1)).then(() => found(again, 1))
    await expect(created).rejects.toBeInstanceOf(IndexDamagedError)
    await again.create(definition(2))
    expect(await found(again, 2)).toEqual(['a', 'b'])
    expect(await again.describe(1)).toMatchObject({ state: 'damaged' })
    await expect(applyAll(again, 1, [put('c', 'x')], 3)).rejects.toBeInstanceOf(IndexDamagedError)
    await expect(again.keys(1, undefined, 1)).rejects.toBeInstanceOf(IndexDamagedError)
    await again.drop(1)
    expect((await again.create(definition(1))).position).toBe(0)
    await applyAll(again, 1, [put('c', 'x')], 3)
    await again.refresh(1)
    expect(await found(again, 1)).toEqual(['c'])
  })
}
