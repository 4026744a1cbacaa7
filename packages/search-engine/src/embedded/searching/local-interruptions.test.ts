import { systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import type { SearchQuery } from '@rowhouse/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  TIMEOUT_MS,
  asked,
  definition,
  everything,
  keysOf,
  withTerm,
} from '../../testing/search-engine-calls.js'
import { writtenSegments } from '../../testing/written-segments.js'
import { LocalSearching } from './local-searching.js'
import type { PublishedSegment } from '../snapshot.js'

const { layout } = definition(1)

/** A search that checks for messages before each segment. */
const long = asked(everything, { aggregations: [{ kind: 'count', name: 'n', fieldName: 'k' }] })

let folder: TemporaryFolder
let seen: number[]

beforeEach(async () => {
  folder = await temporaryFolder()
  seen = []
})

afterEach(() => folder.remove())

/** Calls `between` once, in the middle of the first search after `interrupt`. */
function open(between: () => void, monotonic = systemClock.monotonic) {
  const searching = new LocalSearching({ now: systemClock.now, monotonic }, 1e6, {
    seen: (_, version) => seen.push(version),
    damaged: () => undefined,
  })
  let isAwaited = false
  searching.letIn({
    during: (work) => work(),
    look: () => {
      if (!isAwaited) return
      isAwaited = false
      between()
    },
  })
  const interrupt = (): void => {
    isAwaited = true
  }
  return { searching, interrupt }
}

it('a snapshot shown during a search follows earlier ones that are still to be shown', async () => {
  const { segments, writing } = await writtenSegments(folder.path, [['a', 'x']], [['b', 'x']])
  const show = (version: number, shown: readonly PublishedSegment[]): void =>
    searching.show(1, layout, { version, segments: shown })
  const { searching, interrupt } = open(() => show(3, segments))
  const search = (asked: SearchQuery) => searching.search(1, asked, TIMEOUT_MS)
  show(1, segments.slice(0, 1))
  interrupt()
  const first = search(long)
  show(2, segments.slice(1))
  expect(keysOf(await first)).toEqual(['a'])
  expect(keysOf(await search(long)).sort()).toEqual(['a', 'b'])
  expect(seen).toEqual([1, 2, 3])
  await searching.close()
  await writing.close()
})

it('counts again during a search when deletes are lost and others arrive', async () => {
  const { segments, writing } = await writtenSegments(folder.path, [
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'y'],
    ['d', 'x'],
  ])
  const counted = asked(withTerm('y'), { limit: 0 })
  const show = (version: number, live: number | undefined, liveCount: number): void => {
    const words = live === undefined ? undefined : Uint32Array.of(live)
    const shown = segments.map((segment) => ({ ...segment, live: words, liveCount }))
    searching.show(1, layout, { version, segments: shown })
  }
  let count: number | undefined
  const { searching, interrupt } = open(() => {
    show(2, undefined, 4)
    show(3, 0b1101, 3)
    count = searching.searchNow(1, counted, TIMEOUT_MS)?.total
  })
  const search = (asked: SearchQuery) => searching.search(1, asked, TIMEOUT_MS)
  show(1, 0b1110, 3)
  expect((await search(counted)).total).toBe(2)
  interrupt()
  expect((await search(long)).total).toBe(3)
  expect(count).toBe(1)
  expect((await search(counted)).total).toBe(1)
  await searching.close()
  await writing.close()
})

it('a search during one that times out has to wait', async () => {
  const { segments, writing } = await writtenSegments(folder.path, [['a', 'x']], [['b', 'x']])
  let now = 0
  let stepMs = 0
  const monotonic = (): number => {
    now += stepMs
    return now
  }
  const found: unknown[] = []
  const { searching, interrupt } = open(() => {
    stepMs = TIMEOUT_MS / 2
    found.push(searching.searchNow(1, asked(withTerm('x')), TIMEOUT_MS * 10))
    stepMs = 0
  }, monotonic)
  searching.show(1, layout, { version: 1, segments })
  interrupt()
  await expect(searching.search(1, long, TIMEOUT_MS)).rejects.toMatchObject({ code: 'OTSTimeout' })
  expect(found).toEqual([undefined])
  const again = await searching.search(1, asked(withTerm('x')), TIMEOUT_MS)
  expect(keysOf(again).sort()).toEqual(['a', 'b'])
  await searching.close()
  await writing.close()
})
