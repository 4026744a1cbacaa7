import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Clock, createMemoryFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import type { SearchQuery } from '@rowhouse/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import {
  TIMEOUT_MS,
  applyAll,
  asked,
  definition,
  everything,
  put,
  withTerm,
} from '../../testing/search-engine-calls.js'
import { buildThreadEntries } from '../../testing/thread-entries.js'
import type { SearchEngine } from '../../search-engine.js'
import { EmbeddedSearchEngine } from '../embedded-search-engine.js'
import { LocalWriting } from '../writing/local-writing.js'
import { QueryPool } from './query-pool.js'

const INDEX = 1
const OTHER = 2
const LONG_MS = 100
/** Until nothing is left of what a short search is guessed to take. */
const SHORT_TIMES = 10

/**
 * Reports a long time for searches for everything, and none for others. A search for no rows is held
 * back, with all later ones, until the test says go.
 */
const PROGRAM = `
import { deserialize } from 'node:v8'
import { BroadcastChannel, parentPort } from 'node:worker_threads'
const channel = new BroadcastChannel(import.meta.url)
const long = new Set()
let held
channel.onmessage = () => {
  const go = held
  held = undefined
  for (const give of go) give()
}
const on = parentPort.on.bind(parentPort)
parentPort.on = (event, listener) => on(event, (message) => {
  if (message.kind !== 'search') return listener(message)
  const { query, limit } = deserialize(message.search.bytes)
  if (query.kind === 'matchAll') long.add(message.call)
  if (limit === 0) {
    held = []
    channel.postMessage('held')
  }
  if (held === undefined) listener(message)
  else held.push(() => listener(message))
})
const post = parentPort.postMessage.bind(parentPort)
parentPort.postMessage = (message, moved) => {
  post('ms' in message ? { ...message, ms: long.has(message.call) ? ${LONG_MS} : 0 } : message, moved)
}
await import('./query.mjs')
`

const long = asked(everything)
const short = asked(withTerm('x'))
/** A short search that is held back. */
const held = asked(withTerm('x'), { limit: 0 })

let programs: TemporaryFolder
let entry: URL
let engine: SearchEngine
let now: number
let channel: InstanceType<typeof BroadcastChannel>

const clock: Clock = { now: systemClock.now, monotonic: () => now }

beforeAll(async () => {
  programs = await temporaryFolder()
  await buildThreadEntries(programs.path)
  await writeFile(join(programs.path, 'slow.mjs'), PROGRAM)
  entry = pathToFileURL(join(programs.path, 'slow.mjs'))
})

afterAll(() => programs.remove())

describe('searches that wait for a thread', () => {
  let order: string[]
  let running: Promise<void>[]

  const ask = (name: string, query: SearchQuery, index = INDEX): void => {
    const searched = engine.search(index, query, TIMEOUT_MS)
    running.push(
      searched.then(() => {
        order.push(name)
      }),
    )
  }

  /** Keeps the thread busy until `go`. */
  const hold = async (index = INDEX): Promise<void> => {
    const isHeld = new Promise((resolve) => channel.addEventListener('message', resolve))
    ask('held', held, index)
    await isHeld
  }

  const go = async (): Promise<void> => {
    channel.postMessage('go')
    await Promise.all(running)
  }

  beforeEach(async () => {
    order = []
    running = []
    now = systemClock.monotonic()
    channel = new BroadcastChannel(entry.href)
    const setup = { directory: '/search', isOnDisk: false, memoryBytes: 1e8, cacheBytes: 1e8 }
    engine = new EmbeddedSearchEngine({
      writing: (events) =>
        new LocalWriting({ ...setup, files: createMemoryFiles(), clock }, events),
      searching: (events) => new QueryPool({ entry, threads: 1, cacheBytes: 1e8, clock }, events),
    })
    await engine.create(definition(INDEX))
    await applyAll(engine, INDEX, [put('a', 'x')], 1)
    await engine.refresh(INDEX)
    // The costs of these shapes are known from here on.
    await engine.search(INDEX, long, TIMEOUT_MS)
    for (let times = 0; times < SHORT_TIMES; times++) await engine.search(INDEX, short, TIMEOUT_MS)
  })

  afterEach(async () => {
    channel.close()
    await engine.close()
  })

  it('run before long ones that came first', async () => {
    await hold()
    ask('long', long)
    ask('another long', long)
    for (const name of ['first', 'second', 'third']) ask(name, short)
    await go()
    expect(order).toEqual(['held', 'first', 'second', 'third', 'long', 'another long'])
  })

  it('take turns with those of another index, whatever it has used while nobody waited', async () => {
    await engine.create(definition(OTHER))
    await applyAll(engine, OTHER, [put('a', 'x')], 1)
    await engine.refresh(OTHER)
    // Its cost is known by now.
    await engine.search(INDEX, long, TIMEOUT_MS)
    await hold(OTHER)
    for (const name of ['first', 'second', 'third', 'fourth']) ask(name, short, OTHER)
    ask('own', short)
    await go()
    expect(order.indexOf('own')).toBeLessThan(order.indexOf('fourth'))
  })

  it('run after long ones that have waited in proportion to their length', async () => {
    await hold()
    ask('long', long)
    now += LONG_MS * searchEngineLimits.SEARCH_OVERTAKEN_TIMES - 1
    ask('first', short)
    now += 2
    ask('second', short)
    await go()
    expect(order).toEqual(['held', 'first', 'long', 'second'])
  })
})
