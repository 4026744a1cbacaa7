import { type MessagePort, parentPort } from 'node:worker_threads'
import { lowerThreadPriority, nodeFiles } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { BlockCache } from '../blocks/block-cache.js'
import { readFrozenMemtable } from '../memtable/memtable-reader.js'
import { mergeSlice } from '../merging/merge-slice.js'
import type { TableMemory } from '../tables/table-memory.js'
import { flushMemtable } from '../writing/flush-memtable.js'
import { type FromWork, type ToWork, mergeFromMessage } from './work-messages.js'

type ToFlush = Extract<ToWork, { kind: 'flush' }>
type ToMerge = Extract<ToWork, { kind: 'merge' }>

/** The entry of a thread that flushes or merges (see work-threads.ts). */
function listen(port: MessagePort): void {
  let directory = ''
  // Only the thread that merges needs one.
  let mergeCache: BlockCache | undefined
  const send = (message: FromWork): void => port.postMessage(message)
  const answer = (call: number, work: Promise<FromWork>): void => {
    work.then(send, (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
      const message = error instanceof Error ? error.message : String(error)
      send({ kind: 'failed', call, code, message })
    })
  }
  const flush = async ({ call, memtable, sequence, options }: ToFlush): Promise<FromWork> => {
    const record = await flushMemtable(readFrozenMemtable(memtable), sequence, place(), options)
    return { kind: 'flushed', call, record }
  }
  const merge = async ({ call, work, options }: ToMerge): Promise<FromWork> => {
    mergeCache ??= new BlockCache(storeLimits.MERGE_CACHE_BYTES)
    const slice = await mergeSlice(mergeFromMessage(work), place(), options, mergeCache)
    return { kind: 'merged', call, slice }
  }
  const spare: TableMemory[] = []
  const place = () => ({ files: nodeFiles, directory, spare, isStopped: () => false })
  port.on('message', (message: ToWork) => {
    switch (message.kind) {
      case 'start':
        directory = message.directory
        if (message.niceness > 0) lowerThreadPriority(message.niceness)
        return
      case 'flush':
        answer(message.call, flush(message))
        return
      case 'merge':
        answer(message.call, merge(message))
    }
  })
}

if (parentPort !== null) listen(parentPort)
