import { compareKeys } from '../compare-keys.js'
import type { Entry } from '../key-value-store.js'

/**
 * The maximum of entries of a leaf and of children of an inner node, small enough that an insert moves
 * little.
 */
const NODE_ENTRIES_MAX = 64

interface Leaf {
  readonly owner: object
  /** The bytes of all keys and values. */
  bytes: number
  readonly keys: Buffer[]
  readonly values: Buffer[]
  readonly children: undefined
}

interface Inner {
  readonly owner: object
  /** The number of entries in the leaves below, and the bytes of their keys and values. */
  size: number
  bytes: number
  /** `keys[i]` is the smallest key that `children[i + 1]` may hold. */
  readonly keys: Buffer[]
  readonly children: Node[]
}

type Node = Leaf | Inner

/** The tree at one moment. It never changes, and keeping it costs only memory. */
export interface TreeSnapshot {
  readonly root: Node
}

export interface TreeRange {
  readonly start: Buffer
  readonly end: Buffer
  readonly reverse: boolean
  /** The last key of the previous batch, which a forward read skips. */
  readonly after: Buffer | undefined
  readonly limit: number
}

/**
 * A B+-tree over byte keys in memory, copy-on-write: a node is changed in place only by the owner token
 * that made it, and taking a snapshot changes the token. Deletes do not rebalance, they only remove nodes
 * that have become empty. Inner nodes have the sizes of what lies below them, so that summing sizes and
 * deleting a range only visits two paths.
 */
export class OrderedTree {
  #root: Node
  #owner: object = {}

  constructor(from?: TreeSnapshot) {
    this.#root = from?.root ?? emptyLeaf(this.#owner)
  }

  get size(): number {
    return sizeOf(this.#root)
  }

  snapshot(): TreeSnapshot {
    this.#owner = {}
    return { root: this.#root }
  }

  /** Replaces the contents by those of another tree, in one step. */
  become(other: TreeSnapshot): void {
    this.#owner = {}
    this.#root = other.root
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
    this.#root = split === undefined ? root : innerOf(this.#owner, [split.key], [root, split.node])
  }

  /** The bytes of the keys and values in [start, end). */
  bytesBetween(start: Buffer, end: Buffer): number {
    return Math.max(0, bytesBefore(this.#root, end) - bytesBefore(this.#root, start))
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
    if (node.children === undefined) return this.#putIntoLeaf(node, key, value)
    const index = childIndex(node.keys, key)
    const child = this.#writableChild(node, index)
    const [size, bytes] = [sizeOf(child), child.bytes]
    const split = this.#put(child, key, value)
    node.size += sizeOf(child) - size
    node.bytes += child.bytes - bytes
    if (split === undefined) return undefined
    node.size += sizeOf(split.node)
    node.bytes += split.node.bytes
    node.keys.splice(index, 0, split.key)
    node.children.splice(index + 1, 0, split.node)
    return node.children.length > NODE_ENTRIES_MAX ? this.#splitInner(node) : undefined
  }

  #putIntoLeaf(leaf: Leaf, key: Buffer, value: Buffer): Split | undefined {
    const index = lowerBound(leaf.keys, key)
    if (isAt(leaf.keys, index, key)) {
      leaf.bytes += value.length - valueAt(leaf, index).length
      leaf.values[index] = value
      return undefined
    }
    leaf.bytes += key.length + value.length
    leaf.keys.splice(index, 0, key)
    leaf.values.splice(index, 0, value)
    return leaf.keys.length > NODE_ENTRIES_MAX ? this.#splitLeaf(leaf) : undefined
  }

  #splitLeaf(leaf: Leaf): Split {
    const middle = leaf.keys.length >> 1
    const bytes = bytesFrom(leaf, middle, leaf.keys.length)
    const keys = leaf.keys.splice(middle)
    const values = leaf.values.splice(middle)
    leaf.bytes -= bytes
    const node: Leaf = { owner: this.#owner, bytes, keys, values, children: undefined }
    return { key: keyAt(keys, 0), node }
  }

  #splitInner(inner: Inner): Split {
    const middle = inner.children.length >> 1
    const children = inner.children.splice(middle)
    const keys = inner.keys.splice(middle)
    const key = inner.keys.pop()
    if (key === undefined) throw new Error('an inner node to split has keys')
    const node = innerOf(this.#owner, keys, children)
    inner.size -= node.size
    inner.bytes -= node.bytes
    return { key, node }
  }

  #delete(node: Node, key: Buffer): void {
    if (node.children === undefined) {
      const index = lowerBound(node.keys, key)
      cutLeaf(node, index, index + 1)
      return
    }
    const index = childIndex(node.keys, key)
    this.#change(node, index, (child) => this.#delete(child, key))
  }

  /** Deletes a range; without a start or an end it is open on that side. */
  #deleteRange(node: Node, start: Buffer | undefined, end: Buffer | undefined): void {
    if (node.children === undefined) {
      const from = start === undefined ? 0 : lowerBound(node.keys, start)
      cutLeaf(node, from, end === undefined ? node.keys.length : lowerBound(node.keys, end))
      return
    }
    const first = start === undefined ? -1 : childIndex(node.keys, start)
    const last = end === undefined ? node.children.length : childIndex(node.keys, end)
    if (first === last) {
      this.#change(node, first, (child) => this.#deleteRange(child, start, end))
      return
    }
    // From the right, so that the indexes on the left stay valid.
    if (end !== undefined)
      this.#change(node, last, (child) => this.#deleteRange(child, undefined, end))
    for (let index = last - 1; index > first; index--) removeChild(node, index)
    if (start !== undefined)
      this.#change(node, first, (child) => this.#deleteRange(child, start, undefined))
  }

  /** Deletes something from a child, and the child itself if nothing is left. */
  #change(node: Inner, index: number, remove: (child: Node) => void): void {
    const child = this.#writableChild(node, index)
    const [size, bytes] = [sizeOf(child), child.bytes]
    remove(child)
    node.size += sizeOf(child) - size
    node.bytes += child.bytes - bytes
    if (sizeOf(child) === 0) removeChild(node, index)
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
      ? { ...node, owner: this.#owner, keys, values: node.values.slice() }
      : { ...node, owner: this.#owner, keys, children: node.children.slice() }
  }

  #withoutIdleRoots(root: Node): Node {
    let node = root
    while (node.children !== undefined && node.children.length === 1) node = childAt(node, 0)
    if (node.children === undefined || node.children.length > 0) return node
    return emptyLeaf(this.#owner)
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

function emptyLeaf(owner: object): Leaf {
  return { owner, bytes: 0, keys: [], values: [], children: undefined }
}

function innerOf(owner: object, keys: Buffer[], children: Node[]): Inner {
  let [size, bytes] = [0, 0]
  for (const child of children) {
    size += sizeOf(child)
    bytes += child.bytes
  }
  return { owner, size, bytes, keys, children }
}

function removeChild(node: Inner, index: number): void {
  const child = childAt(node, index)
  node.size -= sizeOf(child)
  node.bytes -= child.bytes
  node.children.splice(index, 1)
  node.keys.splice(index === 0 ? 0 : index - 1, 1)
}

function cutLeaf(leaf: Leaf, from: number, to: number): void {
  leaf.bytes -= bytesFrom(leaf, from, to)
  leaf.keys.splice(from, to - from)
  leaf.values.splice(from, to - from)
}

function sizeOf(node: Node): number {
  return node.children === undefined ? node.keys.length : node.size
}

function bytesBefore(root: Node, key: Buffer): number {
  let bytes = 0
  let node = root
  while (node.children !== undefined) {
    const index = childIndex(node.keys, key)
    for (let before = 0; before < index; before++) bytes += childAt(node, before).bytes
    node = childAt(node, index)
  }
  return bytes + bytesFrom(node, 0, lowerBound(node.keys, key))
}

function bytesFrom(leaf: Leaf, from: number, to: number): number {
  let bytes = 0
  for (let index = from; index < to; index++)
    bytes += keyAt(leaf.keys, index).length + valueAt(leaf, index).length
  return bytes
}

/** The index of the first key that is not smaller. */
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

function valueAt(leaf: Leaf, index: number): Buffer {
  const value = leaf.values[index]
  if (value === undefined) throw new RangeError('no such value in the node')
  return value
}

function entryAt(leaf: Leaf, index: number): Entry {
  return { key: keyAt(leaf.keys, index), value: valueAt(leaf, index) }
}
