import { type MessagePort, parentPort } from 'node:worker_threads'
import { createMemoryFiles, lowerThreadPriority, nodeFiles, systemClock } from '@rowhouse/platform'
import { searchEngineLimits } from '../limits.js'
import { packedImages } from './writing/given-batch.js'
import { LocalWriting } from './writing/local-writing.js'
import { MergingThread } from './merging/merging-thread-link.js'
import { sharedMemoryGarbage } from './threads/shared-memory-garbage.js'
import type { FromIndexing, IndexingSetup, ToIndexing } from './threads/thread-messages.js'
import { fromWire, toWire } from './threads/wire-error.js'

/** The entry of the thread that writes all indexes (see remote-writing.ts). */
function start(port: MessagePort, setup: IndexingSetup): LocalWriting {
  const files = setup.isOnDisk ? nodeFiles : createMemoryFiles()
  // Keys of all segments are looked up repeatedly; a merge reads most of its sources once.
  const mergingBytes = Math.floor(setup.cacheBytes / 3)
  const cacheBytes = setup.cacheBytes - mergingBytes
  const merging = new MergingThread(new URL(setup.merging), mergingBytes, setup.mergingTakesIn)
  const garbage = sharedMemoryGarbage()
  return new LocalWriting(
    { ...setup, files, clock: systemClock, cacheBytes, merging },
    {
      shown: (index, _layout, snapshot) => {
        post(port, { kind: 'shown', index, snapshot })
        garbage.made()
      },
      gone: (index, problem) =>
        post(port, { kind: 'gone', index, problem: problem && toWire(problem) }),
      durable: (index, position) => post(port, { kind: 'durable', index, position }),
    },
  )
}

type AnyCall = Extract<ToIndexing, { readonly call: number }>

function obey(writing: LocalWriting, port: MessagePort, message: ToIndexing): void {
  switch (message.kind) {
    case 'start':
      return
    case 'damage':
      writing.damage(message.index, fromWire(message.problem))
      return
    case 'seen':
      writing.seen(message.index, message.version)
      return
    default:
      void answer(writing, port, message)
  }
}

async function answer(writing: LocalWriting, port: MessagePort, message: AnyCall): Promise<void> {
  const { call } = message
  try {
    post(port, { kind: 'answer', call, value: await perform(writing, message) })
  } catch (error) {
    post(port, { kind: 'failed', call, error: toWire(error) })
  }
}

function perform(writing: LocalWriting, message: AnyCall): Promise<unknown> {
  const { index } = message
  switch (message.kind) {
    case 'create':
      return writing.create(message.definition)
    case 'drop':
      return writing.drop(index)
    case 'apply': {
      const { position, note } = message
      const images = packedImages(message.images)
      return writing.take(index, { images, position, note: note && Buffer.from(note) })
    }
    case 'refresh':
      return writing.refresh(index)
    case 'commit':
      return writing.commit(index)
    case 'describe':
      return writing.describe(index)
    case 'close':
      return writing.close()
  }
}

function post(port: MessagePort, message: FromIndexing): void {
  port.postMessage(message)
}

function listen(port: MessagePort): void {
  let writing: LocalWriting | undefined
  port.on('message', (message: ToIndexing) => {
    if (message.kind === 'start') {
      lowerThreadPriority(searchEngineLimits.SEARCH_INDEXING_NICENESS)
      writing = start(port, message.setup)
    } else if (writing !== undefined) obey(writing, port, message)
  })
}

if (parentPort !== null) listen(parentPort)
