import type { MessagePort } from 'node:worker_threads'
import { packBodies, unpackBodies } from './body-pack.js'
import type { CallBatch, ToDoor } from './link-messages.js'
import type { EngineGate, Page, ReplyOver, ReplyTarget } from './messages.js'

/** The engine's end of the link to one door thread: answers of one turn of the loop go in one message. */
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
        requestId: batch.requestIds[index] ?? '',
        instance: batch.instances[index] ?? '',
        keyId: batch.keyIds[index] ?? '',
        operation: batch.operations[index] ?? '',
        body: bodies[index] ?? Buffer.alloc(0),
        authentication: batch.authentications[index] ?? 0,
        sentAt: batch.sentAt[index] ?? 0,
        waitsForIndex: batch.waitsForIndex[index] ?? false,
        traceParent: batch.traceParents?.[index],
      }
      this.#gate.submit(call, this.#target(id))
    }
  }

  /** The client has gone before its answer came. */
  gone(id: number): void {
    const target = this.#open.get(id)
    if (target !== undefined) target.isGone = true
  }

  /** A counted reply is over: its memory is the door's, and gone. */
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
