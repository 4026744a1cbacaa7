import { errors } from '@rowhouse/protocol'
import { invariant, LinkedList, type ListEntry } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { RequestGoneError, type RequestMemory } from './request-memory.js'

/*
 * One budget for the memory of all requests in flight: their bodies, the rows and pages that are read for
 * them, and their replies until clients have read them.
 *
 * Ownership. Each request has one HeldMemory, opened with its body at admission. Readers ask it before they
 * take memory. The server closes it when the system has taken the reply, or when the client has gone. It
 * notices a lost client at the next sweep while the request waits for memory, at the next call of `take`
 * while rows are read, and when the connection closes while the reply is sent.
 *
 * Order. Requests that hold memory already come first, the oldest before the others. Then come the requests
 * that hold none, instances in turn, each in order of arrival. No request overtakes the first in the queue,
 * so that large requests do not starve behind small ones. A request that waits too long, or arrives when
 * too many wait, gets the busy error, unless it holds memory.
 *
 * No deadlock. Several requests may each hold a part and want more than is left. So one request at a time
 * may exceed the budget: the first in the queue, if it holds memory or if no request does. It gets all that
 * it asks for and ends; its reply may keep the budget exceeded until it is read, and no other request
 * exceeds it meanwhile. A request that a holder of memory waits for never waits for memory itself: locks
 * are taken before memory, not after it. So at most the budget and one request are held, and a row of any
 * size can be read.
 *
 * Clients that do not read. A reply has ten seconds, and one second more per MB. While others wait for
 * memory, each sweep cuts the connection of the oldest reply that is past its time.
 */

/** The request that memory is held for. */
export interface MemoryOwner {
  readonly tenant: string
  /** True when the client has gone. */
  readonly isGone: boolean
  /** Called when the request begins to wait for memory and does nothing else meanwhile. */
  pause(): void
  /** Called when the wait has ended, with memory or with an error. */
  resume(): void
  /** Called when the client does not read the reply while others wait for the memory. */
  cut(): void
}

export interface MemoryFigures {
  readonly bytes: number
  readonly bytesMax: number
  readonly waiting: number
  readonly refused: number
  readonly cut: number
}

interface Sending {
  readonly memory: HeldMemory
  /** Until then it is not cut. */
  readonly until: number
}

interface Waiter {
  readonly memory: HeldMemory
  readonly bytes: number
  readonly since: number
  isServed: boolean
  /** Undefined until the request waits for the promise. */
  settle: ((error?: Error) => void) | undefined
}

export class MemoryBudget {
  readonly bytesMax: number
  /** In the order of arrival. */
  readonly #waiting: Waiter[] = []
  /** Replies that are being sent, the oldest first. */
  readonly #sending = new LinkedList<Sending>()
  /** The last turn of each waiting instance. */
  readonly #turns = new Map<string, number>()
  #turn = 0
  #bytes = 0
  /** The number of requests that hold memory beside their bodies. */
  #holders = 0
  #opened = 0
  /** The request that may exceed the budget. */
  #exceeding: HeldMemory | undefined
  #now = 0
  #refused = 0
  #cut = 0

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  /** `bodyBytes` are taken already: admission has made sure of them. */
  open(owner: MemoryOwner, bodyBytes: number): HeldMemory {
    this.#bytes += bodyBytes
    this.#opened += 1
    return new HeldMemory(this, owner, this.#opened, bodyBytes)
  }

  figures(): MemoryFigures {
    return {
      bytes: this.#bytes,
      bytesMax: this.bytesMax,
      waiting: this.#waiting.length,
      refused: this.#refused,
      cut: this.#cut,
    }
  }

  tick(now: number): void {
    this.#now = now
  }

  /**
   * Refuses requests that have waited too long, and cuts one client that does not read its reply while
   * others wait.
   */
  sweep(): void {
    const gone = this.#waiting.filter(({ memory }) => memory.owner.isGone)
    for (const waiter of gone) this.#refuse(waiter, new RequestGoneError())
    const since = this.#now - engineLimits.MEMORY_WAIT_MS
    const late = this.#waiting.filter(
      (waiter) => waiter.memory.bytes === 0 && waiter.since <= since,
    )
    for (const waiter of late) this.#refuseBusy(waiter)
    if (this.#waiting.length > 0) this.#cutOldest()
    this.#serve()
  }

  /** This and the next five methods are for HeldMemory. */
  take(memory: HeldMemory, bytes: number): Promise<void> | undefined {
    if (memory.owner.isGone) throw new RequestGoneError()
    const fits = this.#bytes + bytes <= this.bytesMax
    if ((this.#waiting.length === 0 && fits) || memory === this.#exceeding) {
      this.#grant(memory, bytes)
      return undefined
    }
    if (memory.bytes === 0) this.#makeRoom(memory.owner.tenant)
    const waiter: Waiter = { memory, bytes, since: this.#now, isServed: false, settle: undefined }
    this.#waiting.push(waiter)
    this.#serve()
    return waiter.isServed ? undefined : this.#wait(waiter)
  }

  freed(memory: HeldMemory, bytes: number, isOver: boolean): void {
    this.#bytes -= bytes
    invariant(this.#bytes >= 0, 'at most the taken bytes are given back')
    if (isOver && memory === this.#exceeding) this.#exceeding = undefined
    if (this.#bytes <= this.bytesMax) this.#exceeding = undefined
    if (this.#waiting.length > 0) this.#serve()
  }

  begins(): void {
    this.#holders += 1
  }

  ended(): void {
    this.#holders -= 1
  }

  sends(memory: HeldMemory, bytes: number): ListEntry<Sending> {
    const milliseconds = (bytes / engineLimits.REPLY_BYTES_PER_SECOND_MIN) * 1000
    const until = this.#now + engineLimits.REPLY_UNREAD_MS + milliseconds
    return this.#sending.add({ memory, until })
  }

  sent(sending: ListEntry<Sending>): void {
    this.#sending.remove(sending)
  }

  #wait(waiter: Waiter): Promise<void> {
    const { owner } = waiter.memory
    const waiting = new Promise<void>((resolve, reject) => {
      waiter.settle = (error) => {
        owner.resume()
        if (error === undefined) resolve()
        else reject(error)
      }
    })
    owner.pause()
    return waiting
  }

  #serve(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (!this.#mayHave(next)) return
      const { memory, bytes } = next
      this.#remove(next)
      this.#turn += 1
      this.#turns.set(memory.owner.tenant, this.#turn)
      this.#grant(memory, bytes)
      next.isServed = true
      next.settle?.()
    }
    this.#turns.clear()
  }

  #mayHave({ memory, bytes }: Waiter): boolean {
    if (this.#bytes + bytes <= this.bytesMax || memory === this.#exceeding) return true
    if (this.#exceeding !== undefined || (memory.bytes === 0 && this.#holders > 0)) return false
    this.#exceeding = memory
    return true
  }

  #grant(memory: HeldMemory, bytes: number): void {
    if (memory.bytes === 0 && bytes > 0) this.#holders += 1
    this.#bytes += bytes
    memory.given(bytes)
  }

  /** The first request in the queue. */
  #next(): Waiter | undefined {
    let first: Waiter | undefined
    for (const waiter of this.#waiting) {
      if (first === undefined || this.#isBefore(waiter, first)) first = waiter
    }
    return first
  }

  /** Compares two waiters; `a` arrived later. */
  #isBefore(a: Waiter, b: Waiter): boolean {
    const hasBegun = a.memory.bytes > 0
    if (hasBegun !== b.memory.bytes > 0) return hasBegun
    if (hasBegun) return a.memory.number < b.memory.number
    return this.#turnOf(a) < this.#turnOf(b)
  }

  #turnOf({ memory }: Waiter): number {
    return this.#turns.get(memory.owner.tenant) ?? 0
  }

  /**
   * When too many requests wait, refuses the newest of the instance with the most waiters, or the one that
   * has just arrived.
   */
  #makeRoom(tenant: string): void {
    if (this.#waiting.length < engineLimits.MEMORY_WAITERS_MAX) return
    const counts = new Map<string, number>([[tenant, 1]])
    let largest = tenant
    for (const { memory } of this.#waiting) {
      const { tenant: other } = memory.owner
      const count = (counts.get(other) ?? 0) + 1
      counts.set(other, count)
      if (count > (counts.get(largest) ?? 0)) largest = other
    }
    const newest = this.#waiting.findLast(
      ({ memory }) => memory.bytes === 0 && memory.owner.tenant === largest,
    )
    if (largest === tenant || newest === undefined) {
      this.#refused += 1
      throw errors.serverBusy()
    }
    this.#refuseBusy(newest)
  }

  #refuseBusy(waiter: Waiter): void {
    this.#refused += 1
    this.#refuse(waiter, errors.serverBusy())
  }

  #refuse(waiter: Waiter, error: Error): void {
    this.#remove(waiter)
    waiter.settle?.(error)
  }

  #remove(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
  }

  #cutOldest(): void {
    const late = this.#sending.find(({ until }) => until <= this.#now)
    if (late === undefined) return
    this.#cut += 1
    this.#sending.remove(late)
    late.value.memory.owner.cut()
  }
}

/** The memory that one request holds. */
export class HeldMemory implements RequestMemory {
  readonly owner: MemoryOwner
  /** Smaller for older requests. */
  readonly number: number
  readonly #budget: MemoryBudget
  #bytes = 0
  #bodyBytes: number
  #isBodyDone = false
  #isOver = false
  #sending: ListEntry<Sending> | undefined = undefined

  constructor(budget: MemoryBudget, owner: MemoryOwner, number: number, bodyBytes: number) {
    this.#budget = budget
    this.owner = owner
    this.number = number
    this.#bodyBytes = bodyBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get bytesMax(): number {
    return this.#budget.bytesMax
  }

  take(bytes: number): Promise<void> | undefined {
    invariant(!this.#isOver, 'a closed request takes no memory')
    return this.#budget.take(this, bytes)
  }

  giveBack(bytes: number): void {
    const freed = Math.min(bytes, this.#bytes)
    if (freed === 0) return
    this.#bytes -= freed
    if (this.#bytes === 0) this.#budget.ended()
    this.#budget.freed(this, freed, false)
  }

  /** Whether the memory of the body may be used again, once the operation has ended. */
  get isBodyDone(): boolean {
    return this.#isBodyDone
  }

  bodyDone(): void {
    this.#isBodyDone = true
  }

  /** Called when only the reply is left, of this many bytes, which the client has to read. */
  sends(bytes: number): void {
    const freed = this.#bytes + this.#bodyBytes - bytes
    if (this.#bytes === 0 && bytes > 0) this.#budget.begins()
    this.#bodyBytes = 0
    this.#bytes = bytes
    invariant(this.#sending === undefined, 'a request sends one reply')
    this.#sending = this.#budget.sends(this, bytes)
    this.#budget.freed(this, freed, false)
  }

  /** Gives everything back; may be called twice. */
  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#sending !== undefined) this.#budget.sent(this.#sending)
    const freed = this.#bytes + this.#bodyBytes
    if (this.#bytes > 0) this.#budget.ended()
    this.#bytes = 0
    this.#bodyBytes = 0
    this.#budget.freed(this, freed, true)
  }

  /** For the budget only. */
  given(bytes: number): void {
    this.#bytes += bytes
  }
}
