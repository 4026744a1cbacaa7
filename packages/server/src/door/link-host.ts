import { expectDefined } from '@rowhouse/platform'
import type { MessagePort } from 'node:worker_threads'
import { packBodies, unpackBodies } from './body-pack.js'
import type { CallBatch, ToDoor } from './link-messages.js'
import type { EngineGate, Page, ReplyOver, ReplyTarget } from './messages.js'

const EACH = 'a batch has all members of each call'

/**
 * The engine's end of the link to one door thread: all answers of one turn of the event loop go in one
 * message.
 */
export class LinkHost {
  readonly #gate: EngineGate
  readonly #port: Pick<MessagePort, 'postMessage'>
  #ids: number[] = []
  #statuses: number[] = []
  #bodies: Buffer[] = []
  #isPlanned = false
  readonly #open = new Map<number, { isGone: boolean }>()
  readonly #over = new Map<number, ReplyOver>()
  #counted: number[] = []

  constructor(gate: EngineGate, port: Pick<MessagePort, 'postMessage'>) {
    this.#gate = gate
    this.#port = port
  }

  take(batch: CallBatch): void {
    const bodies = unpackBodies(batch.bodies)
    for (const [index, id] of batch.ids.entries()) {
      const call = {
        requestId: expectDefined(batch.requestIds[index], EACH),
        instance: expectDefined(batch.instances[index], EACH),
        keyId: expectDefined(batch.keyIds[index], EACH),
        operation: expectDefined(batch.operations[index], EACH),
        body: expectDefined(bodies[index], EACH),
        authentication: expectDefined(batch.authentications[index], EACH),
        sentAt: expectDefined(batch.sentAt[index], EACH),
        waitsForIndex: expectDefined(batch.waitsForIndex[index], EACH),
        traceParent: batch.traceParents?.[index],
      }
      this.#gate.submit(call, this.#target(id))
    }
  }

  /** Called when the client has gone before its answer came. */
  gone(id: number): void {
    const target = this.#open.get(id)
    if (target !== undefined) target.isGone = true
  }

  /**
   * Called when a counted reply is over. Its memory was transferred to the door, so it cannot be reused.
   */
  over(id: number): void {
    const over = this.#over.get(id)
    this.#over.delete(id)
    over?.(false)
  }

  page(id: number, page: Page): void {
    this.#gate.page(page, this.#target(id))
  }

  #target(id: number): ReplyTarget {
    const target = {
      isGone: false,
      reply: (status: number, body: Buffer, over?: ReplyOver) => {
        this.#open.delete(id)
        this.#reply(id, status, body, over)
      },
      cut: () => this.#port.postMessage({ kind: 'cut', id } satisfies ToDoor),
    }
    this.#open.set(id, target)
    return target
  }

  #reply(id: number, status: number, body: Buffer, over: ReplyOver | undefined): void {
    if (over !== undefined) {
      this.#over.set(id, over)
      this.#counted.push(id)
    }
    this.#ids.push(id)
    this.#statuses.push(status)
    this.#bodies.push(body)
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isPlanned = false
    const { pack, transfer } = packBodies(this.#bodies)
    const batch: ToDoor = {
      kind: 'replies',
      ids: this.#ids,
      statuses: this.#statuses,
      bodies: pack,
      counted: this.#counted,
    }
    this.#counted = []
    this.#ids = []
    this.#statuses = []
    this.#bodies = []
    this.#port.postMessage(batch, transfer)
  }
}
