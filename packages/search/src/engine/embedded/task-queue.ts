import { errors } from '@rowhouse/protocol'

/** Something that waits for a thread. */
export interface Waiting {
  readonly index: number
  fail(error: Error): void
}

/**
 * What waits for a thread, in a queue for each index. Indexes take turns, and when the bound is reached the
 * newest of the longest queue gives way to a shorter one: a flood of searches of one index then cannot
 * keep those of another out.
 */
export class TaskQueue<T extends Waiting> {
  readonly #lengthMax: number
  /** The first is the next to have its turn. */
  readonly #queues = new Map<number, T[]>()
  #length = 0

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
    const queue = this.#queues.get(task.index)
    if (queue === undefined) this.#queues.set(task.index, [task])
    else queue.push(task)
    return true
  }

  /** What had begun and has to begin again comes first in its index's queue. */
  pushFirst(tasks: readonly T[]): void {
    for (const task of tasks.toReversed()) {
      this.#length += 1
      const queue = this.#queues.get(task.index)
      if (queue === undefined) this.#queues.set(task.index, [task])
      else queue.unshift(task)
    }
  }

  shift(): T | undefined {
    const [first] = this.#queues
    if (first === undefined) return undefined
    const [index, queue] = first
    const task = queue.shift()
    this.#queues.delete(index)
    if (queue.length > 0) this.#queues.set(index, queue)
    this.#length -= 1
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

  /** Everything, in the order of its turns. */
  clear(): T[] {
    const tasks: T[] = []
    for (let task = this.shift(); task !== undefined; task = this.shift()) tasks.push(task)
    return tasks
  }

  /** Makes a place for one of a queue that has so many. */
  #giveWay(length: number): boolean {
    let longest: T[] = []
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue
    const newest = longest.length > length ? longest.at(-1) : undefined
    if (newest === undefined) return false
    this.remove(newest)
    newest.fail(errors.serverBusy())
    return true
  }
}
