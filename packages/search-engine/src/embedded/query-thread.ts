import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { lowerThreadPriority, systemClock } from '@rowhouse/platform'
import { decodeImages } from '../images/image-batch.js'
import { searchEngineLimits } from '../limits.js'
import type { FoundRows } from '../search-engine.js'
import { encodeFound } from './threads/found-message.js'
import { Interruptions } from './searching/interruptions.js'
import { LocalSearching } from './searching/local-searching.js'
import { packKeys } from './threads/packed-keys.js'
import { pack, unpack } from './threads/packed-value.js'
import { threadMemory } from './searching/searching-memory.js'
import { type SharedMemoryGarbage, sharedMemoryGarbage } from './threads/shared-memory-garbage.js'
import type { SearchingEvents } from './writing/sides.js'
import type { FromQuery, ToQuery } from './threads/thread-messages.js'
import { toWire } from './threads/wire-error.js'

/** The parts of a search thread. */
interface Searcher {
  readonly port: MessagePort
  readonly searching: LocalSearching
  readonly garbage: SharedMemoryGarbage
  readonly interruptions: Interruptions<ToQuery>
}

/** The entry of a search thread (see query-pool.ts). */
function start(port: MessagePort, cacheBytes: number): LocalSearching {
  const events: SearchingEvents = {
    seen: (index, version) => post(port, { kind: 'seen', index, version }),
    damaged: (index, version, problem) =>
      post(port, { kind: 'damaged', index, version, problem: toWire(problem) }),
  }
  const memory =
    cacheBytes < searchEngineLimits.SEARCH_TOLD_MEMORY_BYTES_MIN ? undefined : threadMemory()
  return new LocalSearching(systemClock, cacheBytes, events, memory)
}

function searcherOf(port: MessagePort, searching: LocalSearching): Searcher {
  const receive = (): ToQuery | undefined => {
    const received: { readonly message: ToQuery } | undefined = receiveMessageOnPort(port)
    return received?.message
  }
  const interruptions: Interruptions<ToQuery> = new Interruptions(
    systemClock,
    receive,
    (message): boolean => obeyNow(searcher, message),
  )
  searching.letIn(interruptions)
  const searcher: Searcher = { port, searching, garbage: sharedMemoryGarbage(), interruptions }
  return searcher
}

type AnyCall = Extract<ToQuery, { readonly call: number }>

function obey(searcher: Searcher, message: ToQuery): void {
  const { searching, garbage } = searcher
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
      void answer(searcher, message)
  }
}

async function answer(searcher: Searcher, message: AnyCall): Promise<void> {
  const { port, searching, interruptions } = searcher
  const { call, index } = message
  const before = searching.memoryBytes(index)
  const startedAt = systemClock.monotonic()
  const { othersMs } = interruptions
  const took = (): number =>
    systemClock.monotonic() - startedAt - (interruptions.othersMs - othersMs)
  try {
    const { answered, moved } = await perform(searching, message)
    port.postMessage({ ...answered, call, ms: took() }, moved)
  } catch (error) {
    post(port, { kind: 'failed', call, ms: took(), error: toWire(error) })
  }
  const bytes = searching.memoryBytes(index)
  if (bytes !== before) post(port, { kind: 'memory', index, bytes })
  const next = interruptions.takeWaiting()
  if (next !== undefined) obey(searcher, next)
}

/** Handles a message in the middle of a search: a short task, or an announcement to all threads. */
function obeyNow(searcher: Searcher, message: ToQuery): boolean {
  if (message.kind === 'search') return message.isKnown && answerNow(searcher, message)
  if (message.kind !== 'show' && message.kind !== 'forget') return false
  obey(searcher, message)
  return true
}

function answerNow(
  { port, searching }: Searcher,
  message: Extract<ToQuery, { readonly kind: 'search' }>,
): boolean {
  const { call, index } = message
  const startedAt = systemClock.monotonic()
  const took = (): number => systemClock.monotonic() - startedAt
  try {
    const found = searching.searchNow(index, unpack(message.search), timeLeft(message.deadline))
    if (found === undefined) return false
    const { answered, moved } = foundReply(found)
    port.postMessage({ ...answered, call, ms: took() }, moved)
  } catch (error) {
    post(port, { kind: 'failed', call, ms: took(), error: toWire(error) })
  }
  return true
}

type Answered = Extract<FromQuery, { readonly call: number }>
/** The content of each kind of answer. */
type Told<Message> = Message extends unknown ? Omit<Message, 'call' | 'ms'> : never

interface Reply {
  readonly answered: Told<Answered>
  readonly moved: ArrayBuffer[]
}

async function perform(searching: LocalSearching, message: AnyCall): Promise<Reply> {
  const { index } = message
  switch (message.kind) {
    case 'search': {
      const timeoutMs = timeLeft(message.deadline)
      return foundReply(await searching.search(index, unpack(message.search), timeoutMs))
    }
    case 'highlight': {
      const rows = unpack(message.rows)
      const hits = await searching.highlight(index, unpack(message.search), rows)
      return { answered: { kind: 'hits', hits: pack(hits) }, moved: [] }
    }
    case 'keys': {
      const { after, limit, every } = message
      const keys = packKeys(await searching.keys(index, after, limit, every))
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

function foundReply(found: FoundRows): Reply {
  const reply = encodeFound(found)
  return {
    answered: { kind: 'found', ...reply },
    moved: [reply.keys, reply.values].flatMap((packed) => (packed ? buffersOf(packed) : [])),
  }
}

function timeLeft(deadline: number): number {
  return deadline - performance.timeOrigin - systemClock.monotonic()
}

function buffersOf({ bytes, ends }: ReturnType<typeof packKeys>): ArrayBuffer[] {
  return [bytes.buffer, ends.buffer]
}

function post(port: MessagePort, message: FromQuery): void {
  port.postMessage(message)
}

function listen(port: MessagePort): void {
  let searcher: Searcher | undefined
  port.on('message', (message: ToQuery) => {
    if (message.kind === 'start') {
      lowerThreadPriority(searchEngineLimits.SEARCH_QUERY_NICENESS)
      searcher = searcherOf(port, start(port, message.cacheBytes))
    } else if (searcher !== undefined) obey(searcher, message)
  })
}

if (parentPort !== null) listen(parentPort)
