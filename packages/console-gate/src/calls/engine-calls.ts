import type { Clock } from '@rowhouse/platform'
import { TablestoreError, decodeError } from '@rowhouse/protocol'
import type { SendMessage } from '@rowhouse/requests'
import type { EngineGate, ReplyTarget } from '@rowhouse/server'

/** In whose name a call is made. */
export interface Caller {
  readonly instance: string
  /** Empty for the operator. */
  readonly keyId: string
  readonly requestId: string
  readonly waitsForIndex: boolean
}

/**
 * Sends messages to the engine of this process, past the door: the session has been checked instead of a
 * signature. Rejects with TablestoreError when the service refuses the call.
 */
export const sendToEngine =
  (gate: EngineGate, clock: Clock, caller: Caller, signal: AbortSignal): SendMessage =>
  (codec, message) => {
    const body = codec.encodeRequest(message)
    return new Promise((resolve, reject) => {
      const target: ReplyTarget = {
        get isGone() {
          return signal.aborted
        },
        reply(status, reply, over) {
          try {
            if (status === 200) resolve(codec.decodeReply(reply))
            else reject(refusal(status, reply))
          } catch (error) {
            reject(error)
          }
          // What was decoded may still show parts of the reply, so its memory must not be reused.
          over?.(false)
        },
        cut: () =>
          reject(new TablestoreError(503, 'OTSServerBusy', 'The server needs the memory.')),
      }
      signal.addEventListener('abort', () => gate.gone?.(target), { once: true })
      const sentAt = clock.monotonic()
      gate.submit({ ...caller, operation: codec.name, body, authentication: 0, sentAt }, target)
    })
  }

function refusal(status: number, body: Buffer): TablestoreError {
  const { code, message } = decodeError(body)
  return new TablestoreError(status, code, message)
}
