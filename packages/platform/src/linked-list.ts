/** A member of a linked list. Only its list changes it. */
export interface ListEntry<T> {
  readonly value: T
  /** Undefined in the first member, and once the member is removed. */
  previous: ListEntry<T> | undefined
  /** Undefined in the last member, and once the member is removed. */
  next: ListEntry<T> | undefined
  isMember: boolean
}

/**
 * What comes and goes with each request, in the order in which it came. A Map or a Set makes a new table
 * every few deletions, and V8 lets each table refer to the next. Once one of them is in the old generation,
 * small collections take it for alive, and with it all later tables and what was in them, until a full
 * collection. A removed member of this list refers to nothing (docs/decisions.md, 69).
 */
export class LinkedList<T> {
  #first: ListEntry<T> | undefined = undefined
  #last: ListEntry<T> | undefined = undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds a member at the end. */
  add(value: T): ListEntry<T> {
    const last = this.#last
    const entry: ListEntry<T> = { value, previous: last, next: undefined, isMember: true }
    if (last === undefined) this.#first = entry
    else last.next = entry
    this.#last = entry
    this.#size += 1
    return entry
  }

  /** Does nothing, and answers false, if the member was removed before. */
  remove(entry: ListEntry<T>): boolean {
    if (!entry.isMember) return false
    const { previous, next } = entry
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
    entry.previous = undefined
    entry.next = undefined
    entry.isMember = false
    this.#size -= 1
    return true
  }

  /** The first member that passes the test, which must not change the list. */
  find(test: (value: T) => boolean): ListEntry<T> | undefined {
    let entry = this.#first
    while (entry !== undefined && !test(entry.value)) entry = entry.next
    return entry
  }

  /** The members of this moment, the oldest first. */
  values(): T[] {
    return this.entries().map(({ value }) => value)
  }

  /** The same with their places, for who removes some of them. */
  entries(): ListEntry<T>[] {
    const entries: ListEntry<T>[] = []
    for (let entry = this.#first; entry !== undefined; entry = entry.next) entries.push(entry)
    return entries
  }
}
