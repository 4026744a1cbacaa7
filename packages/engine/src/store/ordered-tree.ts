import { compareKeys } from './compare-keys.js'
import type { Entry } from './key-value-store.js'

/** Entries of a leaf and children of an inner node: small enough that an insert moves little. */
const NODE_ENTRIES_MAX = 64

interface Leaf {
  readonly owner: object
  readonly keys: Buffer[]
  readonly values: Buffer[]
  readonly children: undefined
}

interface Inner {
  readonly owner: object
  /** `keys[i]` is the smallest key that `children[i + 1]` may hold. */
  readonly keys: Buffer[]
  readonly children: Node[]
}

type Node = Leaf | Inner

/** The tree as it was at one moment. Never changes, costs nothing to keep but memory. */
export interface TreeSnapshot {
  readonly root: Node
  readonly size: number
}

export interface TreeRange {
  readonly start: Buffer
  readonly end: Buffer
  readonly reverse: boolean
  /** Skip this key when the range begins with it (forward): where the last batch ended. */
  readonly after: Buffer | undefined
  readonly limit: number
}

/**
 * A B+-tree over byte keys in memory, copy-on-write: a node is changed in place only by the owner token
 * that made it, and taking a snapshot changes the token. Deletes do not rebalance, they only drop
 * nodes that became empty.
 */
export class OrderedTree {
  #root: Node
  #owner: object = {}
  #size: number

  constructor(from?: TreeSnapshot) {
    this.#root = from?.root ?? { owner: this.#owner, keys: [], values: [], children: undefined }
    this.#size = from?.size ?? 0
  }

  get size(): number {
    return this.#size
  }

  snapshot(): TreeSnapshot {
    this.#owner = {}
    return { root: this.#root, size: this.#size }
  }

  get(key: Buffer): Buffer | undefined {
    let node = this.#root
    while (node.children !== undefined) node = childAt(node, childIndex(node.keys, key))
    const index = lowerBound(node.keys, key)
    return isAt(node.keys, index, key) ? node.values[index] : undefined
  }

  put(key: Buffer, value: Buffer): void {
    const root = this.#writable(this.#root)
    const split = this.#put(root, key, value)
    this.#root =
      split === undefined
        ? root
        : { owner: this.#owner, keys: [split.key], children: [root, split.node] }
  }

  delete(key: Buffer): void {
    if (this.get(key) === undefined) return
    const root = this.#writable(this.#root)
    this.#delete(root, key)
    this.#root = this.#withoutIdleRoots(root)
  }

  deleteRange(start: Buffer, end: Buffer): void {
    if (compareKeys(start, end) >= 0) return
    const root = this.#writable(this.#root)
    this.#deleteRange(root, start, end)
    this.#root = this.#withoutIdleRoots(root)
  }

  #put(node: Node, key: Buffer, value: Buffer): Split | undefined {
    if (node.children === undefined) {
      const index = lowerBound(node.keys, key)
      if (isAt(node.keys, index, key)) {
        node.values[index] = value
        return undefined
      }
      this.#size++
      node.keys.splice(index, 0, key)
      node.values.splice(index, 0, value)
      return node.keys.length > NODE_ENTRIES_MAX ? this.#splitLeaf(node) : undefined
    }
    const index = childIndex(node.keys, key)
    const child = this.#writableChild(node, index)
    const split = this.#put(child, key, value)
    if (split === undefined) return undefined
    node.keys.splice(index, 0, split.key)
    node.children.splice(index + 1, 0, split.node)
    return node.children.length > NODE_ENTRIES_MAX ? this.#splitInner(node) : undefined
  }

  #splitLeaf(leaf: Leaf): Split {
    const middle = leaf.keys.length >> 1
    const keys = leaf.keys.splice(middle)
    const values = leaf.values.splice(middle)
    return { key: keyAt(keys, 0), node: { owner: this.#owner, keys, values, children: undefined } }
  }

  #splitInner(inner: Inner): Split {
    const middle = inner.children.length >> 1
    const children = inner.children.splice(middle)
    const keys = inner.keys.splice(middle)
    const key = inner.keys.pop()
    if (key === undefined) throw new Error('an inner node to split has keys')
    return { key, node: { owner: this.#owner, keys, children } }
  }

  #delete(node: Node, key: Buffer): void {
    if (node.children === undefined) {
      const index = lowerBound(node.keys, key)
      node.keys.splice(index, 1)
      node.values.splice(index, 1)
      this.#size--
      return
    }
    const index = childIndex(node.keys, key)
    const child = this.#writableChild(node, index)
    this.#delete(child, key)
    if (isEmpty(child)) removeChild(node, index)
  }

  #deleteRange(node: Node, start: Buffer, end: Buffer): void {
    if (node.children === undefined) {
      const from = lowerBound(node.keys, start)
      const count = lowerBound(node.keys, end) - from
      node.keys.splice(from, count)
      node.values.splice(from, count)
      this.#size -= count
      return
    }
    const first = childIndex(node.keys, start)
    for (let index = childIndex(node.keys, end); index >= first; index--) {
      const child = this.#writableChild(node, index)
      this.#deleteRange(child, start, end)
      if (isEmpty(child)) removeChild(node, index)
    }
  }

  #writableChild(node: Inner, index: number): Node {
    const child = this.#writable(childAt(node, index))
    node.children[index] = child
    return child
  }

  #writable(node: Node): Node {
    if (node.owner === this.#owner) return node
    const keys = node.keys.slice()
    return node.children === undefined
      ? { owner: this.#owner, keys, values: node.values.slice(), children: undefined }
      : { owner: this.#owner, keys, children: node.children.slice() }
  }

  #withoutIdleRoots(root: Node): Node {
    let node = root
    while (node.children !== undefined && node.children.length === 1) node = childAt(node, 0)
    if (node.children === undefined || node.children.length > 0) return node
    return { owner: this.#owner, keys: [], values: [], children: undefined }
  }
}

/** The entries of a range of a snapshot, at most `limit`, in the range's direction. */
export function treeEntries(snapshot: TreeSnapshot, range: TreeRange): Entry[] {
  const entries: Entry[] = []
  if (range.reverse) collectBackward(snapshot.root, range, entries)
  else collectForward(snapshot.root, range, entries)
  return entries
}

function collectForward(node: Node, range: TreeRange, entries: Entry[]): void {
  if (node.children === undefined) {
    let index = lowerBound(node.keys, range.start)
    if (range.after !== undefined && isAt(node.keys, index, range.after)) index++
    const end = lowerBound(node.keys, range.end)
    for (; index < end && entries.length < range.limit; index++) entries.push(entryAt(node, index))
    return
  }
  const last = childIndex(node.keys, range.end)
  for (let i = childIndex(node.keys, range.start); i <= last; i++) {
    if (entries.length >= range.limit) return
    collectForward(childAt(node, i), range, entries)
  }
}

function collectBackward(node: Node, range: TreeRange, entries: Entry[]): void {
  if (node.children === undefined) {
    const start = lowerBound(node.keys, range.start)
    let index = lowerBound(node.keys, range.end) - 1
    for (; index >= start && entries.length < range.limit; index--)
      entries.push(entryAt(node, index))
    return
  }
  const first = childIndex(node.keys, range.start)
  for (let i = childIndex(node.keys, range.end); i >= first; i--) {
    if (entries.length >= range.limit) return
    collectBackward(childAt(node, i), range, entries)
  }
}

interface Split {
  readonly key: Buffer
  readonly node: Node
}

function removeChild(node: Inner, index: number): void {
  node.children.splice(index, 1)
  node.keys.splice(index === 0 ? 0 : index - 1, 1)
}

function isEmpty(node: Node): boolean {
  return node.children === undefined ? node.keys.length === 0 : node.children.length === 0
}

/** Index of the first key that is not smaller. */
function lowerBound(keys: readonly Buffer[], key: Buffer): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(keyAt(keys, middle), key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function childIndex(keys: readonly Buffer[], key: Buffer): number {
  const index = lowerBound(keys, key)
  return isAt(keys, index, key) ? index + 1 : index
}

function isAt(keys: readonly Buffer[], index: number, key: Buffer): boolean {
  const found = keys[index]
  return found !== undefined && compareKeys(found, key) === 0
}

function keyAt(keys: readonly Buffer[], index: number): Buffer {
  const key = keys[index]
  if (key === undefined) throw new RangeError('no such key in the node')
  return key
}

function childAt(node: Inner, index: number): Node {
  const child = node.children[index]
  if (child === undefined) throw new RangeError('no such child in the node')
  return child
}

function entryAt(leaf: Leaf, index: number): Entry {
  const value = leaf.values[index]
  if (value === undefined) throw new RangeError('no such value in the node')
  return { key: keyAt(leaf.keys, index), value }
}
