import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { systemClock, type Files } from '@rowhouse/platform'
import { seededRandom } from '@rowhouse/platform/testing'
import type { Entry, KeyValueStore, StoreMutation } from '../../key-value-store.js'
import { readEntries } from '../../migration/read-entries.js'
import { STAMP_KEY } from '../../stamp.js'
import { openLsmStore } from '../lsm-store.js'

/** One folder for each version of the manifest, `lsm-1` and so on, with the files of a store. */
export const STORE_FIXTURES = join(import.meta.dirname, '../../../fixtures')
/** The stamp in the first line, then the lines of the entries. */
export const EXPECTED_NAME = 'expected.txt'

export interface ExpectedStore {
  readonly stamp: number
  readonly entries: readonly string[]
}

export const openFixtureStore = (files: Files, directory: string): Promise<KeyValueStore> =>
  openLsmStore({
    files,
    directory,
    clock: systemClock,
    cacheBytes: 1_048_576,
    memtableBytes: 1_048_576,
    tableBytes: 30_000,
  })

const LONGEST_SHOWN = 16

/** One line for each entry; of a long value the hash. */
export async function linesOf(store: KeyValueStore): Promise<string[]> {
  const lines: string[] = []
  for await (const entries of readEntries(store, STAMP_KEY)) lines.push(...entries.map(lineOf))
  return lines
}

function lineOf({ key, value }: Entry): string {
  const text =
    value.length <= LONGEST_SHOWN
      ? value.toString('hex')
      : `${value.length} bytes, ${createHash('sha256').update(value).digest('hex').slice(0, 16)}`
  return `${key.toString('hex')} ${text}`
}

/**
 * Fills a store with three runs: the last one compressed, of several tables; then tombstones, range
 * tombstones, entries that are larger than a block, empty values, and keys of a few bytes up to thousands.
 */
export async function fillFixture(store: KeyValueStore): Promise<void> {
  const random = seededRandom(1)
  const keys = Array.from({ length: 400 }, (_, at) => keyOf(at))
  await store.apply(
    keys.map((key, at) => put(key, at % 4 === 0 ? random.bytes(200) : textOf(at))),
    1000,
  )
  const long = Buffer.concat([keyOf(400), Buffer.alloc(8000)])
  const others = Array.from({ length: 200 }, (_, at) => put(keyOf(500 + at), random.bytes(150)))
  await store.apply([put(long, Buffer.of(1)), put(Buffer.of(0), Buffer.alloc(0)), ...others])
  await store.flush()
  // The only run is written once more, as the last one: compressed.
  await store.reclaim?.(Buffer.of(0), STAMP_KEY)
  const late = keys.filter((_, at) => at % 40 === 7)
  await store.apply([
    { kind: 'deleteRange', start: keyOf(100), end: keyOf(120) },
    put(keyOf(110), Buffer.from('behind the range')),
    ...late.map((key): StoreMutation => ({ kind: 'delete', key })),
    put(keyOf(50), random.bytes(9000)),
  ])
  await store.flush()
  await store.apply([
    { kind: 'deleteRange', start: keyOf(300), end: keyOf(310) },
    { kind: 'deleteRange', start: keyOf(305), end: keyOf(312) },
    { kind: 'delete', key: keyOf(110) },
    put(keyOf(7), Buffer.from('back')),
  ])
  await store.apply([put(keyOf(8), Buffer.alloc(0))], 2 ** 40)
  await store.flush()
}

const keyOf = (at: number): Buffer => Buffer.from(`\0\0\0\u0001\u0001key ${1000 + at}`, 'latin1')

const textOf = (at: number): Buffer => Buffer.from(`row ${at} has a value `.repeat(at % 9))

const put = (key: Buffer, value: Buffer): StoreMutation => ({ kind: 'put', key, value })
