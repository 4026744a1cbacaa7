import { errors } from '@rowhouse/protocol'

/** Something that waits for a thread. */
export interface Waiting {
  readonly index: number
  /** Of those of its index the one with the smallest comes first. */
  readonly due: number
  /** Milliseconds that it is expected to take. */
  readonly cost: number
  fail(error: Error): void
}

/** A turn costs its index so much at least. */
const TURN_COST_MIN = 0.1

/**
 * What waits for a thread, in a queue for each index. The next is of the index that has had least: searches
 * of one that take long then do not hold up those of another more than they take themselves. When the
 * bound is reached the last of the longest queue gives way to a shorter one: a flood of searches of one
 * index cannot keep those of another out.
 */
export class TaskQueue<T extends Waiting> {
  readonly #lengthMax: number
  readonly #queues = new Map<number, T[]>()
  #length = 0
  /**
   * What each index has had, as if it had always waited. One that comes back, or has never been there, begins
   * with those that have had least: what it did not use is not saved up.
   */
  readonly #had = new Map<number, number>()
  /** What the index of the last turn had had before. */
  #least = 0

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  get length(): number {
    return this.#length
  }

  /** Answers whether there is a place for it. */
  push(task: T): boolean {
    const own = this.#queues.get(task.index)
    if (this.#length >= this.#lengthMax && !this.#giveWay(own?.length ?? 0)) return false
    this.#length += 1
    // Looked up again: its own queue may just have become empty.
    const queue = this.#queueOf(task.index)
    let place = queue.length
    while (place > 0 && (queue[place - 1]?.due ?? 0) > task.due) place -= 1
    queue.splice(place, 0, task)
    return true
  }

  /** What had begun and has to begin again comes first in its index's queue. */
  pushFirst(tasks: readonly T[]): void {
    for (const task of tasks.toReversed()) {
      this.#length += 1
      this.#queueOf(task.index).unshift(task)
    }
  }

  /** What `shift` would answer now. */
  peek(): T | undefined {
    const index = this.#next()
    return index === undefined ? undefined : this.#queues.get(index)?.[0]
  }

  shift(): T | undefined {
    const index = this.#next()
    if (index === undefined) return undefined
    this.#least = this.#had.get(index) ?? this.#least
    return this.#take(index, 0)
  }

  /** The first that fits, whoever waits before it; of the index that has had least, as far as it has one. */
  shiftFitting(fits: (task: T) => boolean): T | undefined {
    const had = (index: number): number => this.#had.get(index) ?? 0
    const indexes = [...this.#queues.keys()].sort((one, other) => had(one) - had(other))
    for (const index of indexes) {
      const place = this.#queues.get(index)?.findIndex(fits) ?? -1
      if (place !== -1) return this.#take(index, place)
    }
    return undefined
  }

  #take(index: number, place: number): T | undefined {
    const queue = this.#queues.get(index) ?? []
    const [task] = queue.splice(place, 1)
    if (task === undefined) return undefined
    this.#length -= 1
    if (queue.length === 0) this.#queues.delete(index)
    this.#had.set(index, (this.#had.get(index) ?? 0) + Math.max(task.cost, TURN_COST_MIN))
    this.#forgetEven()
    return task
  }

  remove(task: T): void {
    const queue = this.#queues.get(task.index)
    const place = queue?.indexOf(task) ?? -1
    if (queue === undefined || place < 0) return
    queue.splice(place, 1)
    this.#length -= 1
    if (queue.length === 0) this.#queues.delete(task.index)
  }

  /** Nobody has to wait: what an index has had before is nothing that others have gone without. */
  rest(): void {
    if (this.#length === 0) this.#had.clear()
  }

  /** Everything, in the order of its turns. */
  clear(): T[] {
    const tasks: T[] = []
    for (let task = this.shift(); task !== undefined; task = this.shift()) tasks.push(task)
    return tasks
  }

  #queueOf(index: number): T[] {
    const known = this.#queues.get(index)
    if (known !== undefined) return known
    const queue: T[] = []
    this.#queues.set(index, queue)
    this.#had.set(index, Math.max(this.#had.get(index) ?? 0, this.#least))
    return queue
  }

  /** The index that has had least; the first that came of several. */
  #next(): number | undefined {
    let next: number | undefined
    let least = Number.POSITIVE_INFINITY
    for (const index of this.#queues.keys()) {
      const had = this.#had.get(index) ?? 0
      if (had >= least) continue
      next = index
      least = had
    }
    return next
  }

  /** Of indexes that wait for nothing only those are remembered that have had more than others. */
  #forgetEven(): void {
    for (const [index, had] of this.#had) {
      if (had <= this.#least && !this.#queues.has(index)) this.#had.delete(index)
    }
  }

  /** Makes a place for one of a queue that has so many. */
  #giveWay(length: number): boolean {
    let longest: T[] = []
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue
    const last = longest.length > length ? longest.at(-1) : undefined
    if (last === undefined) return false
    this.remove(last)
    last.fail(errors.serverBusy())
    return true
  }
}
