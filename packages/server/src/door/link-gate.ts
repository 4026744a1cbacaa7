import type { MessagePort } from 'node:worker_threads'
import { packBodies, unpackBodies } from './body-pack.js'
import type { FromDoor, ReplyBatch } from './link-messages.js'
import type { Call, EngineGate, Page, Refusal, ReplyTarget } from './messages.js'

/** The gate of a door in a thread of its own: all calls of one turn of the event loop go in one message. */
export class LinkGate implements EngineGate {
  readonly #port: Pick<MessagePort, 'postMessage'>
  /** The engine's monotonic time minus this thread's. */
  readonly #timeOffset: number
  readonly #waiting = new Map<number, ReplyTarget>()
  /** Targets of replies that are being sent and whose memory the engine counts. */
  readonly #counted = new Map<number, ReplyTarget>()
  #calls: Call[] = []
  #ids: number[] = []
  #refusals: Refusal[] = []
  #lastId = 0
  /** Whether any of the calls has a trace. */
  #areTraced = false
  #isPlanned = false

  constructor(port: Pick<MessagePort, 'postMessage'>, timeOffset: number) {
    this.#port = port
    this.#timeOffset = timeOffset
  }

  submit(call: Call, target: ReplyTarget): void {
    this.#calls.push(call)
    if (call.traceParent !== undefined) this.#areTraced = true
    this.#ids.push(this.#expect(target))
    this.#plan()
  }

  page(page: Page, target: ReplyTarget): void {
    this.#post({ kind: 'page', id: this.#expect(target), page })
  }

  refused(refusal: Refusal): void {
    this.#refusals.push(refusal)
    this.#plan()
  }

  gone(target: ReplyTarget): void {
    for (const [id, waiting] of this.#waiting)
      if (waiting === target) this.#post({ kind: 'gone', id })
  }

  cut(id: number): void {
    this.#counted.get(id)?.cut?.()
  }

  /** Hands the engine's answers to their targets. */
  answer(batch: ReplyBatch): void {
    const bodies = unpackBodies(batch.bodies)
    const counted = new Set(batch.counted)
    for (const [index, id] of batch.ids.entries()) {
      const target = this.#waiting.get(id)
      const status = batch.statuses[index]
      const body = bodies[index]
      this.#waiting.delete(id)
      if (status === undefined || body === undefined || target === undefined) continue
      if (counted.has(id)) this.#replyCounted(id, target, status, body)
      else target.reply(status, body)
    }
  }

  #replyCounted(id: number, target: ReplyTarget, status: number, body: Buffer): void {
    this.#counted.set(id, target)
    target.reply(status, body, () => {
      this.#counted.delete(id)
      this.#post({ kind: 'over', id })
    })
  }

  #expect(target: ReplyTarget): number {
    this.#lastId += 1
    this.#waiting.set(this.#lastId, target)
    return this.#lastId
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isPlanned = false
    if (this.#refusals.length > 0) this.#post({ kind: 'refusals', refusals: this.#refusals })
    this.#refusals = []
    const calls = this.#calls
    if (calls.length === 0) return
    const { pack, transfer } = packBodies(calls.map(({ body }) => body))
    const batch: FromDoor = {
      kind: 'calls',
      ids: this.#ids,
      requestIds: calls.map(({ requestId }) => requestId),
      instances: calls.map(({ instance }) => instance),
      keyIds: calls.map(({ keyId }) => keyId),
      operations: calls.map(({ operation }) => operation),
      authentications: calls.map(({ authentication }) => authentication),
      sentAt: calls.map(({ sentAt }) => sentAt + this.#timeOffset),
      waitsForIndex: calls.map(({ waitsForIndex }) => waitsForIndex),
      traceParents: this.#areTraced ? calls.map(({ traceParent }) => traceParent) : undefined,
      bodies: pack,
    }
    this.#calls = []
    this.#ids = []
    this.#areTraced = false
    this.#port.postMessage(batch, transfer)
  }

  #post(message: FromDoor): void {
    this.#port.postMessage(message)
  }
}
