import { type MessagePort, parentPort } from 'node:worker_threads'
import { systemClock } from '@rowhouse/engine'
import { limits } from '@rowhouse/protocol'
import { encodeFound } from './found-message.js'
import { decodeImages } from '../images/image-batch.js'
import { LocalSearching } from './local-searching.js'
import { packKeys } from './packed-keys.js'
import { pack, unpack } from './packed-value.js'
import { threadMemory } from './searching-memory.js'
import { type SharedMemoryGarbage, sharedMemoryGarbage } from './shared-memory-garbage.js'
import type { SearchingEvents } from './sides.js'
import type { FromQuery, ToQuery } from './thread-messages.js'
import { lowerThreadPriority } from './thread-priority.js'
import { toWire } from './wire-error.js'

/** The entry of a thread that searches (see query-pool.ts). */
function start(port: MessagePort, cacheBytes: number): LocalSearching {
  const events: SearchingEvents = {
    seen: (index, version) => post(port, { kind: 'seen', index, version }),
    damaged: (index, version, problem) =>
      post(port, { kind: 'damaged', index, version, problem: toWire(problem) }),
  }
  const memory = cacheBytes < limits.SEARCH_TOLD_MEMORY_BYTES_MIN ? undefined : threadMemory()
  return new LocalSearching(systemClock, cacheBytes, events, memory)
}

type AnyCall = Extract<ToQuery, { readonly call: number }>

function obey(
  { searching, garbage }: { searching: LocalSearching; garbage: SharedMemoryGarbage },
  port: MessagePort,
  message: ToQuery,
): void {
  switch (message.kind) {
    case 'start':
      return
    case 'show':
      searching.show(message.index, message.layout, message.snapshot)
      garbage.shown(message.index, message.snapshot)
      return
    case 'forget':
      searching.forget(message.index)
      garbage.forget(message.index)
      return
    default:
      void answer(searching, port, message)
  }
}

async function answer(
  searching: LocalSearching,
  port: MessagePort,
  message: AnyCall,
): Promise<void> {
  const { call, index } = message
  const before = searching.memoryBytes(index)
  const startedAt = systemClock.monotonic()
  const took = (): number => systemClock.monotonic() - startedAt
  try {
    const { answered, moved } = await perform(searching, message)
    port.postMessage({ ...answered, call, ms: took() }, moved)
  } catch (error) {
    post(port, { kind: 'failed', call, ms: took(), error: toWire(error) })
  }
  const bytes = searching.memoryBytes(index)
  if (bytes !== before) post(port, { kind: 'memory', index, bytes })
}

type Answered = Extract<FromQuery, { readonly call: number }>
/** Of each kind of answer what it tells. */
type Told<Message> = Message extends unknown ? Omit<Message, 'call' | 'ms'> : never

interface Reply {
  readonly answered: Told<Answered>
  readonly moved: ArrayBuffer[]
}

async function perform(searching: LocalSearching, message: AnyCall): Promise<Reply> {
  const { index } = message
  switch (message.kind) {
    case 'search': {
      const timeoutMs = message.deadline - performance.timeOrigin - systemClock.monotonic()
      const found = await searching.search(index, unpack(message.search), timeoutMs)
      const reply = encodeFound(found)
      return { answered: { kind: 'found', ...reply }, moved: buffersOf(reply.keys) }
    }
    case 'highlight': {
      const rows = unpack(message.rows)
      const hits = await searching.highlight(index, unpack(message.search), rows)
      return { answered: { kind: 'hits', hits: pack(hits) }, moved: [] }
    }
    case 'keys': {
      const keys = packKeys(await searching.keys(index, message.after, message.limit))
      return { answered: { kind: 'keys', keys }, moved: buffersOf(keys) }
    }
    case 'fingerprints': {
      const rows = await searching.fingerprints(index, message.after, message.limit)
      const keys = packKeys(rows.map(({ key }) => key))
      const fingerprints = BigUint64Array.from(rows, ({ fingerprint }) => fingerprint)
      return { answered: { kind: 'fingerprints', keys, fingerprints }, moved: buffersOf(keys) }
    }
    case 'fingerprintsOf': {
      const found = await searching.fingerprintsOf(index, decodeImages(message.images))
      const fingerprints = BigUint64Array.from(found)
      return { answered: { kind: 'fingerprintsOf', fingerprints }, moved: [] }
    }
  }
}

function buffersOf({ bytes, ends }: ReturnType<typeof packKeys>): ArrayBuffer[] {
  return [bytes.buffer, ends.buffer]
}

function post(port: MessagePort, message: FromQuery): void {
  port.postMessage(message)
}

function listen(port: MessagePort): void {
  let thread: { searching: LocalSearching; garbage: SharedMemoryGarbage } | undefined
  port.on('message', (message: ToQuery) => {
    if (message.kind === 'start') {
      lowerThreadPriority(limits.SEARCH_QUERY_NICENESS)
      thread = { searching: start(port, message.cacheBytes), garbage: sharedMemoryGarbage() }
    } else if (thread !== undefined) obey(thread, port, message)
  })
}

if (parentPort !== null) listen(parentPort)
