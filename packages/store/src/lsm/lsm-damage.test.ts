import { createHash } from 'node:crypto'
import { expectDefined } from '@rowhouse/platform'
import { manualClock, SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { KeyValueStore, StoreMutation } from '../key-value-store.js'
import { openLsmStore } from './lsm-store.js'
import { StoreDamagedError } from './store-damaged-error.js'
import { entriesIn } from './testing/random-batches.js'

const DIRECTORY = '/store'

const open = (files: SimulatedFiles): Promise<KeyValueStore> =>
  openLsmStore({
    files,
    directory: DIRECTORY,
    clock: manualClock(),
    cacheBytes: 64 * 1024,
    memtableBytes: 16_384,
    tableBytes: 1_200,
  })

const put = (key: string, value: string): StoreMutation => ({
  kind: 'put',
  key: Buffer.from(key),
  value: Buffer.from(value),
})
const remove = (key: string): StoreMutation => ({ kind: 'delete', key: Buffer.from(key) })
const removeRange = (start: string, end: string): StoreMutation => ({
  kind: 'deleteRange',
  start: Buffer.from(start),
  end: Buffer.from(end),
})

/** Takes about as many bytes when it is compressed. */
const valueOf = (name: string): string =>
  createHash('sha512').update(name).digest('hex').slice(0, 90)

/** Files by name, as they were written. */
type Contents = ReadonlyMap<string, Buffer>
type Entries = readonly (readonly [string, string])[]

/** A compressed last run of several tables; above it overwritten rows, tombstones and a range tombstone. */
async function smallStore(): Promise<{ contents: Contents; entries: Entries }> {
  const files = new SimulatedFiles()
  const store = await open(files)
  const names = Array.from({ length: 24 }, (_, at) => `key ${String(at).padStart(2, '0')}`)
  await store.apply(names.map((name) => put(name, valueOf(name))))
  await store.apply([put('large', 'all the same '.repeat(700))])
  await store.flush()
  await store.reclaim?.(Buffer.from('a'), Buffer.from('z'))
  // Of the same size, so that two tables differ in their values alone.
  for (const value of ['first', 'other']) {
    await store.apply(names.slice(0, 3).map((name) => put(name, value)))
    await store.flush()
  }
  await store.apply([remove('key 05'), removeRange('key 10', 'key 14'), put('new', '1')])
  await store.flush()
  const entries = await entriesIn(store)
  await store.close()
  const contents = new Map<string, Buffer>()
  for (const name of await files.list(DIRECTORY)) {
    const file = await files.open(`${DIRECTORY}/${name}`, 'read')
    contents.set(name, await file.read(0, await file.size()))
  }
  return { contents, entries }
}

async function filesWith(contents: Contents): Promise<SimulatedFiles> {
  const files = new SimulatedFiles()
  await files.makeDirectory(DIRECTORY)
  for (const [name, content] of contents)
    await (await files.open(`${DIRECTORY}/${name}`, 'create')).write(content, 0)
  return files
}

/** Every answer is right or an error, and what verifies all files names one of the damaged. */
async function expectNoticed(
  contents: Contents,
  entries: Entries,
  damaged: readonly string[],
  what: string,
): Promise<void> {
  const errors: unknown[] = []
  const keep = (error: unknown): undefined => {
    errors.push(error)
  }
  const store = await open(await filesWith(contents)).catch(keep)
  if (store !== undefined) {
    for (const reverse of [false, true]) {
      const expected = reverse ? entries.toReversed() : entries
      const found = await entriesIn(store, reverse).catch(keep)
      if (found !== undefined) expect(found, what).toEqual(expected)
    }
    const known = new Map(entries)
    for (const key of ['key 00', 'key 05', 'key 11', 'key 23', 'large', 'new', 'none']) {
      try {
        const value = await store.get(Buffer.from(key))
        expect(value?.toString(), what).toEqual(known.get(key))
      } catch (error) {
        keep(error)
      }
    }
    const before = errors.length
    await expectDefined(store.verify, 'the store verifies')().catch(keep)
    expect(errors.length, `${what}: verify`).toBeGreaterThan(before)
    await store.close()
  }
  expect(errors.length, what).toBeGreaterThan(0)
  for (const error of errors) {
    expect(error, what).toBeInstanceOf(StoreDamagedError)
    expect(
      damaged.some((name) => String(error).includes(name)),
      `${what}: ${error}`,
    ).toBe(true)
  }
}

const { contents, entries } = await smallStore()
const tables = [...contents.keys()].filter((name) => name.endsWith('.table'))

test('a store that is whole has several runs, and is verified', async () => {
  expect(tables.length).toBeGreaterThanOrEqual(5)
  const store = await open(await filesWith(contents))
  expect(await entriesIn(store)).toEqual(entries)
  expect((await store.figures())['store_runs']).toBe(4)
  await store.verify?.()
  await store.close()
})

test.each([...contents.keys()])('%s: any byte that is changed is noticed', async (name) => {
  const whole = expectDefined(contents.get(name), 'the file')
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole)
    changed[at] = expectDefined(whole[at], 'a byte') ^ (1 << (at & 7))
    const what = `${name}, byte ${at}`
    await expectNoticed(new Map([...contents, [name, changed]]), entries, [name], what)
  }
})

test.each([...contents.keys()])('%s: any other length is noticed', async (name) => {
  const whole = expectDefined(contents.get(name), 'the file')
  const step = Math.max(1, Math.floor(whole.length / 40))
  for (let length = 0; length < whole.length; length += step) {
    const cut = new Map([...contents, [name, whole.subarray(0, length)]])
    await expectNoticed(cut, entries, [name], `${name}, cut to ${length}`)
  }
  const longer = Buffer.concat([whole, Buffer.alloc(3)])
  await expectNoticed(new Map([...contents, [name, longer]]), entries, [name], `${name}, longer`)
})

test.each([...contents.keys()])('%s: its absence is noticed', async (name) => {
  const left = new Map([...contents].filter(([other]) => other !== name))
  await expectNoticed(left, entries, [name], `${name}, removed`)
})

test('two tables that trade places are noticed', async () => {
  for (const [at, one] of tables.entries())
    for (const other of tables.slice(at + 1)) {
      const swapped = new Map([
        ...contents,
        [one, expectDefined(contents.get(other), 'the file')],
        [other, expectDefined(contents.get(one), 'the file')],
      ])
      await expectNoticed(swapped, entries, [one, other], `${one} and ${other}`)
    }
})
