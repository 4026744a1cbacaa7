import { type MessagePort, parentPort } from 'node:worker_threads'
import { lowerThreadPriority, nodeFiles } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { BlockCache } from '../blocks/block-cache.js'
import type { RunRecord } from '../manifest/run-manifest.js'
import { readFrozenMemtable } from '../memtable/memtable-reader.js'
import { mergeRuns } from '../merging/merge-runs.js'
import { flushMemtable } from '../writing/flush-memtable.js'
import { type FromWork, type ToWork, mergeFromMessage } from './work-messages.js'

/** The entry of a thread that flushes or merges (see work-threads.ts). */
function listen(port: MessagePort): void {
  let directory = ''
  const mergeCache = new BlockCache(storeLimits.MERGE_CACHE_BYTES)
  const answer = (call: number, work: Promise<RunRecord>): void => {
    const send = (message: FromWork): void => port.postMessage(message)
    work.then(
      (record) => send({ kind: 'done', call, record }),
      (error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
        const message = error instanceof Error ? error.message : String(error)
        send({ kind: 'failed', call, code, message })
      },
    )
  }
  const place = () => ({ files: nodeFiles, directory, isStopped: () => false })
  port.on('message', (message: ToWork) => {
    switch (message.kind) {
      case 'start':
        directory = message.directory
        if (message.niceness > 0) lowerThreadPriority(message.niceness)
        return
      case 'flush': {
        const { call, memtable, sequence, options } = message
        answer(call, flushMemtable(readFrozenMemtable(memtable), sequence, place(), options))
        return
      }
      case 'merge':
        answer(
          message.call,
          mergeRuns(mergeFromMessage(message.work), place(), message.options, mergeCache),
        )
    }
  })
}

if (parentPort !== null) listen(parentPort)
