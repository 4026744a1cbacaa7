import { type MessagePort, parentPort } from 'node:worker_threads'
import { nodeFiles } from '@rowhouse/engine'
import { limits } from '@rowhouse/protocol'
import { IndexFolder } from '../../indexes/index-folder.js'
import type { MergeResult } from '../../indexes/index-writer.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { mergeHere } from './merge-here.js'
import { type OpenedPacked, openPacked, packedFormat } from './packed-format.js'
import type { FromMerging, MergeTask, ToMerging } from './thread-messages.js'
import { lowerThreadPriority } from './thread-priority.js'
import { toWire } from './wire-error.js'

/** The entry of the thread that merges segments (see merging-thread-link.ts). */
function listen(port: MessagePort): void {
  let cache = new SectionCache(0)
  /** Those that go on. */
  const running = new Set<number>()
  const run = async (call: number, task: MergeTask): Promise<void> => {
    running.add(call)
    try {
      const result = await merge(task, cache, () => !running.has(call))
      const message: FromMerging = { kind: 'merged', call, result }
      port.postMessage(message, result.places.map(bufferOf))
    } catch (error) {
      const message: FromMerging = { kind: 'failed', call, error: toWire(error) }
      port.postMessage(message)
    } finally {
      running.delete(call)
    }
  }
  port.on('message', (message: ToMerging) => {
    if (message.kind === 'start') {
      lowerThreadPriority(limits.SEARCH_MERGING_NICENESS)
      cache = new SectionCache(message.cacheBytes)
    } else if (message.kind === 'stop') running.delete(message.call)
    else void run(message.call, message.task)
  })
}

async function merge(
  { layout, directory, id, sources, isInMemory }: MergeTask,
  cache: SectionCache,
  isStopped: () => boolean,
): Promise<MergeResult> {
  const opened: OpenedPacked[] = []
  try {
    const views = sources.map((source): SegmentView => {
      const one = openPacked(source.id, source, cache)
      opened.push(one)
      return { segment: one.segment, live: source.live, liveCount: source.liveCount }
    })
    const format = packedFormat(layout, noAnalyzer, cache)
    const folder = new IndexFolder(nodeFiles, directory, true)
    return await mergeHere(
      (sink) => format.merge(views, sink),
      { folder, id, isInMemory },
      isStopped,
    )
  } finally {
    for (const one of opened) one.close()
  }
}

function noAnalyzer(): never {
  throw new Error('merges analyse nothing')
}

function bufferOf({ buffer }: Uint32Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer) return buffer
  throw new Error('places are memory of one thread')
}

if (parentPort !== null) listen(parentPort)
