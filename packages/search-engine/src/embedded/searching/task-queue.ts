import { expectDefined } from '@rowhouse/platform'
import { errors } from '@rowhouse/protocol'

/** Something that waits for a thread. */
export interface Waiting {
  readonly index: number
  /** Among the tasks of one index the one with the smallest value comes first. */
  readonly due: number
  /** The expected cost in milliseconds. */
  readonly cost: number
  fail(error: Error): void
}

/** The least cost that a turn is charged to its index. */
const TURN_COST_MIN = 0.1

/**
 * Tasks that wait for a thread, in one queue per index. The next task is one of the index that has
 * used the least time, so that long searches of one index delay those of another by no more than
 * these take themselves. At the bound, the last task of the longest queue yields to one of a
 * shorter queue: a flood of searches of one index cannot shut out the others.
 */
export class TaskQueue<T extends Waiting> {
  readonly #lengthMax: number
  readonly #queues = new Map<number, T[]>()
  #length = 0
  /**
   * The time that each index has used. An index that comes back, or is new, starts with the least
   * of all: unused time is not saved up.
   */
  readonly #had = new Map<number, number>()
  /** The time that the index of the last turn had used before it. */
  #least = 0

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  get length(): number {
    return this.#length
  }

  /** Answers whether there was room for the task. */
  push(task: T): boolean {
    const own = this.#queues.get(task.index)
    if (this.#length >= this.#lengthMax && !this.#giveWay(own?.length ?? 0)) return false
    this.#length += 1
    // Looked up again, because its own queue may just have become empty.
    const queue = this.#queueOf(task.index)
    let place = queue.length
    while (place > 0 && expectDefined(queue[place - 1], 'a place has a task').due > task.due)
      place -= 1
    queue.splice(place, 0, task)
    return true
  }

  /** Tasks that have to begin again come first in their index's queue. */
  pushFirst(tasks: readonly T[]): void {
    for (const task of tasks.toReversed()) {
      this.#length += 1
      this.#queueOf(task.index).unshift(task)
    }
  }

  /** The task that `shift` would answer now. */
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

  /**
   * The first task that fits, whatever waits before it; of the index that has used the least, if it
   * has one.
   */
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

  /** Nobody waits, so nobody was delayed: the used times are reset. */
  rest(): void {
    if (this.#length === 0) this.#had.clear()
  }

  /** All tasks, in the order of their turns. */
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

  /** The index that has used the least; of several, the one that came first. */
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

  /** Forgets idle indexes that have not used more than the others. */
  #forgetEven(): void {
    for (const [index, had] of this.#had) {
      if (had <= this.#least && !this.#queues.has(index)) this.#had.delete(index)
    }
  }

  /** Drops the last task of a queue of this length. */
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
