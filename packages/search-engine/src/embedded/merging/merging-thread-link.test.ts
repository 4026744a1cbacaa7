import { afterEach, expect, it } from 'vitest'
import { definition } from '../../testing/search-engine-calls.js'
import { MergingThread } from './merging-thread-link.js'

const { layout } = definition(1)
const PARTS = { layout, partBytes: 1_000_000 }
const MERGE = { layout, directory: 'nowhere', id: 1, sources: [], isInMemory: true }

/** This program completes a merge only when it is stopped. */
const PROGRAM = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ kind, call }) => {
  const result = { content: undefined, places: [] }
  if (kind === 'stop') parentPort.postMessage({ kind: 'merged', call, result })
})
`

let thread: MergingThread | undefined

function threadThat(takesIn: boolean): MergingThread {
  const entry = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`)
  thread = new MergingThread(entry, 0, takesIn)
  return thread
}

afterEach(() => thread?.close())

it('takes no images in while it merges', async () => {
  const merging = threadThat(true)
  const merges = [merging.merge(MERGE), merging.merge(MERGE)]
  for (const { stop, done } of merges) {
    expect(merging.makeParts(PARTS)).toBeUndefined()
    stop()
    await done
  }
  const parts = merging.makeParts(PARTS)
  expect(parts).toBeDefined()
  parts?.done.catch(() => undefined)
})

it('takes no images in unless enabled', () => {
  expect(threadThat(false).makeParts(PARTS)).toBeUndefined()
})
