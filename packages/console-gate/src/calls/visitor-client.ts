import { setMaxListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client, type Reply } from '@rowhouse/client'
import type { Clock } from '@rowhouse/platform'
import type { EngineGate, ReplyStamps } from '@rowhouse/server'
import { submitToEngine } from './engine-calls.js'

export interface VisitorClientParts {
  readonly gate: EngineGate
  readonly clock: Clock
  readonly stamps: ReplyStamps
}

/** In whose name a client makes its calls, and who watches them. */
export interface ClientVisit {
  readonly instance: string
  /** Empty for the operator. */
  readonly keyId: string
  /** Aborted when nobody waits for the answers any more; later calls are refused. */
  readonly signal: AbortSignal
  /** Called before each call; throws when the visitor may not make it. */
  readonly onCall: (operation: string, body: Buffer) => void
}

/** Nobody checks the signature of calls within the process. */
const UNSIGNED = { id: 'console', secret: 'unsigned' }
const WAIT_HEADER = 'x-rowhouse-wait-for-index'

/**
 * The typed client over the engine of this process, for the questions and steps of samples: each call is
 * made with the rights of the visitor.
 */
export function visitorClient(parts: VisitorClientParts, visit: ClientVisit): Client {
  const { instance, keyId, signal, onCall } = visit
  // A load has more calls under way than the ten listeners after which Node.js warns of a leak.
  setMaxListeners(0, signal)
  const send = async (operation: string, headers: readonly string[], body: Buffer) => {
    signal.throwIfAborted()
    onCall(operation, body)
    // Without sockets in between, a load would keep the engine from its background work.
    await nextTurn()
    const requestId = parts.stamps.requestId()
    const waitsForIndex = headers.includes(WAIT_HEADER)
    const sentAt = parts.clock.monotonic()
    const call = { instance, keyId, requestId, waitsForIndex, operation, body, sentAt }
    const reply = await submitToEngine(parts.gate, call, signal)
    return { ...reply, headers: new Map([['x-ots-requestid', requestId]]) } satisfies Reply
  }
  const options = {
    endpoint: 'http://console',
    instance,
    accessKey: UNSIGNED,
    verifyReplies: false,
  }
  return new Client(options, { transport: { send, close: async () => {} } })
}
