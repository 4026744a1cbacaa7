import { type MessagePort, parentPort } from 'node:worker_threads'
import { lowerThreadPriority, nodeFiles } from '@rowhouse/platform'
import { IndexFolder } from '../indexes/index-folder.js'
import type { MergeResult } from '../indexes/index-writer.js'
import { searchEngineLimits } from '../limits.js'
import { SectionCache } from '../segments/read/section-cache.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { mergeHere } from './merging/merge-here.js'
import { MergeTurns } from './merging/merge-turns.js'
import { type OpenedPacked, openPacked, packedFormat } from './packed-format.js'
import { PartsThere } from './writing/parts-there.js'
import { sharedMemoryGarbage } from './threads/shared-memory-garbage.js'
import type { FromMerging, MergeTask, ToMerging } from './threads/thread-messages.js'
import { toWire } from './threads/wire-error.js'

/** The entry of the thread that merges segments (see merging-thread-link.ts). */
function listen(port: MessagePort): void {
  let cache = new SectionCache(0)
  /** The merges in progress. */
  const running = new Set<number>()
  const turns = new MergeTurns()
  const garbage = sharedMemoryGarbage()
  const parts = new PartsThere((message) => {
    port.postMessage(message)
    garbage.made()
  })
  const merge = async (call: number, task: MergeTask, pause?: Pause): Promise<void> => {
    try {
      const result = await mergeSegments(task, cache, () => !running.has(call), pause)
      const message: FromMerging = { kind: 'merged', call, result }
      port.postMessage(message, result.places.map(bufferOf))
    } catch (error) {
      const message: FromMerging = { kind: 'failed', call, error: toWire(error) }
      port.postMessage(message)
    } finally {
      running.delete(call)
      garbage.made()
    }
  }
  port.on('message', (message: ToMerging) => {
    switch (message.kind) {
      case 'start':
        lowerThreadPriority(searchEngineLimits.SEARCH_MERGING_NICENESS)
        cache = new SectionCache(message.cacheBytes)
        return
      case 'merge':
        running.add(message.call)
        if (message.task.isInMemory) turns.small(() => merge(message.call, message.task))
        else turns.large((pause) => merge(message.call, message.task, pause))
        return
      case 'stop':
        running.delete(message.call)
        parts.stop(message.call)
        return
      default:
        // Merges wait between their steps meanwhile, because everything given later waits for these
        // parts.
        if (message.kind === 'parts') turns.small(() => parts.over(message.call))
        parts.hear(message)
    }
  })
}

type Pause = () => Promise<void>

async function mergeSegments(
  { layout, directory, id, sources, isInMemory }: MergeTask,
  cache: SectionCache,
  isStopped: () => boolean,
  pause: Pause | undefined,
): Promise<MergeResult> {
  const opened: OpenedPacked[] = []
  cache.nextTurn()
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
      { folder, id, isInMemory, ...(pause !== undefined && { pause }) },
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
