/** A binary heap: `top` is the item that sorts before all others. */
export class Heap<Item> {
  readonly #items: Item[] = []
  readonly #compare: (a: Item, b: Item) => number

  /** `compare` is positive when `a` sorts behind `b`. */
  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#items.length
  }

  get top(): Item | undefined {
    return this.#items[0]
  }

  get items(): readonly Item[] {
    return this.#items
  }

  push(item: Item): void {
    this.#items.push(item)
    let child = this.#items.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!this.#isBehind(child, parent)) return
      this.#swap(child, parent)
      child = parent
    }
  }

  replaceTop(item: Item): void {
    this.#items[0] = item
    this.#sink()
  }

  pop(): void {
    const last = this.#items.pop()
    if (last !== undefined && this.#items.length > 0) this.replaceTop(last)
  }

  #sink(): void {
    let parent = 0
    for (;;) {
      const left = 2 * parent + 1
      let last = parent
      if (this.#isBehind(left, last)) last = left
      if (this.#isBehind(left + 1, last)) last = left + 1
      if (last === parent) return
      this.#swap(parent, last)
      parent = last
    }
  }

  #isBehind(a: number, b: number): boolean {
    const first = this.#items[a]
    const second = this.#items[b]
    return first !== undefined && second !== undefined && this.#compare(first, second) > 0
  }

  #swap(a: number, b: number): void {
    const first = this.#items[a]
    const second = this.#items[b]
    if (first === undefined || second === undefined) return
    this.#items[a] = second
    this.#items[b] = first
  }
}
