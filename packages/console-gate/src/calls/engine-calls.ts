import type { Clock } from '@rowhouse/platform'
import { TablestoreError, decodeError } from '@rowhouse/protocol'
import type { SendMessage } from '@rowhouse/requests'
import type { Call, EngineGate, ReplyTarget } from '@rowhouse/server'

/** In whose name a call is made. */
export interface Caller {
  readonly instance: string
  /** Empty for the operator. */
  readonly keyId: string
  readonly requestId: string
  readonly waitsForIndex: boolean
  readonly onSpent?: OnSpent | undefined
}

/** Told where the time of a call went, before its reply. */
export type OnSpent = NonNullable<ReplyTarget['spent']>

interface EngineReply {
  readonly status: number
  readonly body: Buffer
}

/**
 * Submits a call to the engine of this process, past the door: the session has been checked instead of a
 * signature. Rejects with TablestoreError when the reply does not get its memory.
 */
export const submitToEngine = (
  gate: EngineGate,
  call: Omit<Call, 'authentication'>,
  signal: AbortSignal,
  onSpent?: OnSpent,
): Promise<EngineReply> =>
  new Promise((resolve, reject) => {
    // One signal stands for all calls of a request, so an answered call must leave no listener behind.
    const leave = (): void => gate.gone?.(target)
    const target: ReplyTarget = {
      get isGone() {
        return signal.aborted
      },
      reply(status, body, over) {
        signal.removeEventListener('abort', leave)
        resolve({ status, body })
        // What is decoded may still show parts of the reply, so its memory must not be reused.
        over?.(false)
      },
      ...(onSpent && { spent: onSpent }),
      cut: () => {
        signal.removeEventListener('abort', leave)
        reject(new TablestoreError(503, 'OTSServerBusy', 'The server needs the memory.'))
      },
    }
    signal.addEventListener('abort', leave, { once: true })
    gate.submit({ ...call, authentication: 0 }, target)
  })

/** Sends messages to the engine. Rejects with TablestoreError when the service refuses the call. */
export const sendToEngine =
  (gate: EngineGate, clock: Clock, caller: Caller, signal: AbortSignal): SendMessage =>
  (codec, message) => {
    const body = codec.encodeRequest(message)
    const { onSpent, ...named } = caller
    const call = { ...named, operation: codec.name, body, sentAt: clock.monotonic() }
    return submitToEngine(gate, call, signal, onSpent).then((reply) => {
      if (reply.status === 200) return codec.decodeReply(reply.body)
      throw refusal(reply.status, reply.body)
    })
  }

function refusal(status: number, body: Buffer): TablestoreError {
  const { code, message } = decodeError(body)
  return new TablestoreError(status, code, message)
}
