import { rm, writeFile } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMemoryFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import type { SearchQuery } from '@rowhouse/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  TIMEOUT_MS,
  applyAll,
  asked,
  definition,
  everything,
  keysOf,
  put,
  withTerm,
} from '../../testing/search-engine-calls.js'
import { buildThreadEntries } from '../../testing/thread-entries.js'
import type { SearchEngine } from '../../search-engine.js'
import { EmbeddedSearchEngine } from '../embedded-search-engine.js'
import { LocalWriting } from '../writing/local-writing.js'
import { QueryPool } from './query-pool.js'

const INDEX = 1

/**
 * The clock advances with each read. Searches with aggregations report a long time, and wait for the file
 * `go` before they begin; all later messages wait with them.
 */
const PROGRAM = `
import { existsSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
const go = new URL('go', import.meta.url)
const word = new Int32Array(new SharedArrayBuffer(4))
const realNow = performance.now.bind(performance)
let looks = 0
performance.now = () => realNow() + 10 * looks++
const long = new Set()
const on = parentPort.on.bind(parentPort)
parentPort.on = (event, listener) => on(event, (message) => {
  if (message.kind === 'search' && deserialize(message.search.bytes).aggregations.length > 0) {
    long.add(message.call)
    while (!existsSync(go)) Atomics.wait(word, 0, 0, 1)
  }
  listener(message)
})
const post = parentPort.postMessage.bind(parentPort)
parentPort.postMessage = (message, moved) => {
  post('ms' in message ? { ...message, ms: long.has(message.call) ? 100 : 1 } : message, moved)
}
await import('./query.mjs')
`

const KEYS = ['a', 'b', 'c', 'd']

/** A search of a new shape, whose cost is unknown. */
const unknown = asked(everything, { limit: 3 })
const long = asked(everything, { aggregations: [{ kind: 'count', name: 'n', fieldName: 'k' }] })
const short = asked(withTerm('x'))

let programs: TemporaryFolder
let go: string
let engine: SearchEngine
let order: string[]

const ask = async (name: string, query: SearchQuery): Promise<string[]> => {
  const found = await engine.search(INDEX, query, TIMEOUT_MS)
  order.push(name)
  return keysOf(found).sort()
}

beforeAll(async () => {
  programs = await temporaryFolder()
  go = join(programs.path, 'go')
  await buildThreadEntries(programs.path)
  await writeFile(join(programs.path, 'looking.mjs'), PROGRAM)
})

afterAll(() => programs.remove())

beforeEach(async () => {
  order = []
  const entry = pathToFileURL(join(programs.path, 'looking.mjs'))
  const setup = { directory: '/search', isOnDisk: false, memoryBytes: 1e8, cacheBytes: 1e8 }
  engine = new EmbeddedSearchEngine({
    writing: (events) =>
      new LocalWriting({ ...setup, files: createMemoryFiles(), clock: systemClock }, events),
    searching: (events) =>
      new QueryPool({ entry, threads: 1, cacheBytes: 1e8, clock: systemClock }, events),
  })
  await engine.create(definition(INDEX))
  // Searches can be interrupted between two segments, so there are several.
  for (const [at, key] of KEYS.entries()) {
    await applyAll(engine, INDEX, [put(key, 'x')], at + 1)
    await engine.refresh(INDEX)
  }
  // The costs of these shapes are known from here on.
  await writeFile(go, '')
  await engine.search(INDEX, long, TIMEOUT_MS)
  await engine.search(INDEX, short, TIMEOUT_MS)
  await rm(go)
})

afterEach(() => engine.close())

it('a short search runs in the middle of a long one, before others that wait', async () => {
  const asking = [ask('long', long), ask('another long', long), ask('short', short)]
  writeFileSync(go, '')
  await Promise.all(asking)
  expect(order).toEqual(['short', 'long', 'another long'])
})

it('a search in the middle of a long one uses the latest snapshot shown before it', async () => {
  const asking = ask('long', long)
  await applyAll(engine, INDEX, [put('e', 'x')], KEYS.length + 1)
  await engine.refresh(INDEX)
  const finding = ask('short', short)
  writeFileSync(go, '')
  expect(await finding).toEqual([...KEYS, 'e'])
  expect(await asking).toEqual(KEYS)
  expect(order).toEqual(['short', 'long'])
})

it('other calls are done after the search', async () => {
  const asking = ask('long', long)
  const finding = ask('short', short)
  const keys = engine.keys(INDEX, undefined, 10)
  writeFileSync(go, '')
  expect(await keys).toHaveLength(KEYS.length)
  await Promise.all([asking, finding])
  expect(order).toEqual(['short', 'long'])
})

it('a search of unknown cost waits for the one before it', async () => {
  const first = asked(everything, { aggregations: [{ kind: 'count', name: 'm', fieldName: 'l' }] })
  const asking = [ask('first of its kind', first), ask('unknown', unknown)]
  writeFileSync(go, '')
  await Promise.all(asking)
  expect(order).toEqual(['first of its kind', 'unknown'])
})

it('rows with a value are found amid searches of unknown cost, also the first time', async () => {
  const first = asked(everything, { aggregations: [{ kind: 'count', name: 'm', fieldName: 'l' }] })
  const plain = asked(withTerm('x'), { limit: 64 })
  const asking = [ask('first of its kind', first), ask('unknown', unknown), ask('plain', plain)]
  writeFileSync(go, '')
  await Promise.all(asking)
  expect(order).toEqual(['plain', 'first of its kind', 'unknown'])
})
