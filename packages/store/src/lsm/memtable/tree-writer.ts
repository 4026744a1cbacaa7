import { invariant, outOfRange } from '@rowhouse/platform'
import { entryBytes, writeEntry } from '../entry-form.js'
import type { Arena } from './arena.js'
import { LEVELS_MAX, nodeBytesMax, versionBytes } from './batch-room.js'
import {
  CHANGES,
  CHILDREN,
  COUNT,
  HEADS,
  INNER_WORDS,
  LAST_ADDED,
  LEAF_WORDS,
  LEVEL,
  NEXT,
  NODE_SLOTS,
  NO_NODE,
  NO_VERSION,
  OLDER,
  PLACES,
  PREFIX,
  PREVIOUS,
  SEQUENCE,
  VERSION_HEADER_BYTES,
  type VersionTree,
  WEIGHTS,
  bytesOfSlots,
  findChild,
  findSlot,
  headOf,
  keyLength,
  keyStart,
} from './version-tree.js'

/** Adds versions to a tree. */
export class TreeWriter implements VersionTree {
  readonly bytes: Buffer
  readonly words: Int32Array
  root: number
  /** Keys, also deleted ones. */
  entries = 0
  #versionsEnd = VERSION_HEADER_BYTES
  #nodesStart: number
  #leaves = 0
  #inners = 0
  /** The way to the leaf of the last key: inner nodes, and which child of each. */
  readonly #pathNodes = new Int32Array(LEVELS_MAX)
  readonly #pathChildren = new Int32Array(LEVELS_MAX)

  constructor(arena: Arena) {
    this.bytes = arena.bytes
    this.words = arena.words
    this.#nodesStart = arena.words.length
    this.root = this.#createNode(0)
  }

  get usedBytes(): number {
    return this.#versionsEnd + (this.words.length - this.#nodesStart) * 4
  }

  /** Whether so many versions with so many bytes surely fit, however their keys lie. */
  hasRoomFor(versions: number, bytes: number): boolean {
    const depth = this.#level(this.root)
    const size = { leaves: this.#leaves, inners: this.#inners, depth }
    return this.#versionsEnd + bytes + nodeBytesMax(versions, size) <= this.#nodesStart * 4
  }

  /** Takes whole words that are used elsewhere, so that the arena's size bounds them as well. */
  reserve(bytes: number): void {
    this.#take(bytes)
  }

  /** Without a value the key is deleted. */
  add(key: Buffer, value: Buffer | undefined, sequence: number): void {
    const { bytes, words } = this
    const length = entryBytes(key.length, value?.length)
    const place = this.#take(versionBytes(key.length, value?.length))
    writeEntry(bytes, place + VERSION_HEADER_BYTES, key, value)
    words[(place >>> 2) + SEQUENCE] = sequence
    const depth = this.#level(this.root)
    const leaf = this.#descend(key, depth)
    const slot = findSlot(this, leaf, key, 0, key.length)
    if (slot < 0) {
      words[(place >>> 2) + OLDER] = NO_VERSION
      this.entries++
      this.#weigh(depth, length)
      this.#addSlot(leaf, ~slot, place, depth)
      return
    }
    const older = words[leaf + PLACES + slot] ?? outOfRange()
    words[(place >>> 2) + OLDER] = older
    const change = length - bytesOfSlots(this, leaf, slot, slot + 1)
    words[leaf + PLACES + slot] = place
    this.#weigh(depth, change)
  }

  #take(bytes: number): number {
    const place = this.#versionsEnd
    const end = place + bytes
    invariant(end <= this.#nodesStart * 4, 'hasRoomFor was asked before an arena was written to')
    this.#versionsEnd = end
    return place
  }

  #createNode(level: number): number {
    const node = this.#nodesStart - (level === 0 ? LEAF_WORDS : INNER_WORDS)
    invariant(node * 4 >= this.#versionsEnd, 'hasRoomFor counts the nodes that may be needed')
    this.#nodesStart = node
    if (level === 0) this.#leaves++
    else this.#inners++
    const { words } = this
    words[node + COUNT] = 0
    words[node + LEVEL] = level
    words[node + PREFIX] = 0
    words[node + PREVIOUS] = NO_NODE
    words[node + NEXT] = NO_NODE
    words[node + CHANGES] = 0
    words[node + LAST_ADDED] = -1
    return node
  }

  #level(node: number): number {
    return this.words[node + LEVEL] ?? outOfRange()
  }

  #descend(key: Buffer, depth: number): number {
    const { words } = this
    let node = this.root
    for (let i = 0; i < depth; i++) {
      const child = findChild(this, node, key, 0, key.length)
      this.#pathNodes[i] = node
      this.#pathChildren[i] = child
      node = words[node + CHILDREN + child] ?? outOfRange()
    }
    return node
  }

  /** Adds to the weights along the path. */
  #weigh(depth: number, bytes: number): void {
    const { words } = this
    for (let i = 0; i < depth; i++) {
      const child = this.#pathChildren[i] ?? outOfRange()
      const at = (this.#pathNodes[i] ?? outOfRange()) + WEIGHTS + child
      words[at] = (words[at] ?? outOfRange()) + bytes
    }
  }

  #addSlot(leaf: number, slot: number, place: number, depth: number): void {
    const { words } = this
    const count = words[leaf + COUNT] ?? outOfRange()
    if (count < NODE_SLOTS) {
      this.#insertSlot(leaf, slot, place)
      words[leaf + LAST_ADDED] = slot
      return
    }
    // Keys that come in their order leave full leaves behind.
    const isRun = slot === count && words[leaf + LAST_ADDED] === count - 1
    const half = isRun ? count : count >>> 1
    const right = this.#createNode(0)
    this.#moveSlots(leaf, half, right)
    this.#linkBehind(leaf, right)
    words[leaf + LAST_ADDED] = -1
    if (slot < half || (slot === half && !isRun)) this.#insertSlot(leaf, slot, place)
    else {
      this.#insertSlot(right, slot - half, place)
      words[right + LAST_ADDED] = slot - half
    }
    const weight = bytesOfSlots(this, right, 0, words[right + COUNT] ?? outOfRange())
    this.#addChild(depth - 1, words[right + PLACES] ?? outOfRange(), right, weight)
  }

  #linkBehind(leaf: number, right: number): void {
    const { words } = this
    const next = words[leaf + NEXT] ?? outOfRange()
    words[right + NEXT] = next
    words[right + PREVIOUS] = leaf
    words[leaf + NEXT] = right
    if (next !== NO_NODE) words[next + PREVIOUS] = right
  }

  /** Adds what was split off from the child on the path, with so much of its weight. */
  #addChild(depth: number, place: number, right: number, weight: number): void {
    const { words } = this
    if (depth < 0) return this.#addRoot(place, right, weight)
    const node = this.#pathNodes[depth] ?? outOfRange()
    const child = this.#pathChildren[depth] ?? outOfRange()
    const at = node + WEIGHTS + child
    words[at] = (words[at] ?? outOfRange()) - weight
    const count = words[node + COUNT] ?? outOfRange()
    if (count < NODE_SLOTS) {
      this.#insertChild(node, child, place, right, weight)
      return
    }
    const added = this.#createNode(this.#level(node))
    const isEdge = child === count && this.#isRightEdge(depth)
    const middle = isEdge ? count : count >>> 1
    if (isEdge) {
      words[added + CHILDREN] = right
      words[added + WEIGHTS] = weight
      this.#addChild(depth - 1, place, added, weight)
      return
    }
    // The slot in the middle goes up: its child becomes the first one of the added node.
    const up = words[node + PLACES + middle] ?? outOfRange()
    this.#moveChildren(node, middle + 1, added)
    words[node + COUNT] = middle
    if (child <= middle) this.#insertChild(node, child, place, right, weight)
    else this.#insertChild(added, child - middle - 1, place, right, weight)
    this.#addChild(depth - 1, up, added, this.#weightOf(added))
  }

  #isRightEdge(depth: number): boolean {
    for (let i = 0; i < depth; i++) {
      const node = this.#pathNodes[i] ?? outOfRange()
      if (this.#pathChildren[i] !== this.words[node + COUNT]) return false
    }
    return true
  }

  #addRoot(place: number, right: number, weight: number): void {
    const { words } = this
    const left = this.root
    const level = this.#level(left) + 1
    invariant(level <= LEVELS_MAX, 'nodes that are half full make few levels')
    const root = this.#createNode(level)
    words[root + CHILDREN] = left
    words[root + WEIGHTS] =
      level === 1
        ? bytesOfSlots(this, left, 0, words[left + COUNT] ?? outOfRange())
        : this.#weightOf(left)
    this.#insertChild(root, 0, place, right, weight)
    this.root = root
  }

  #weightOf(inner: number): number {
    const { words } = this
    const count = words[inner + COUNT] ?? outOfRange()
    let weight = 0
    for (let i = 0; i <= count; i++) weight += words[inner + WEIGHTS + i] ?? outOfRange()
    return weight
  }

  #insertChild(node: number, slot: number, place: number, right: number, weight: number): void {
    const { words } = this
    const count = words[node + COUNT] ?? outOfRange()
    openGap(words, node + CHILDREN, slot + 1, count + 1)
    openGap(words, node + WEIGHTS, slot + 1, count + 1)
    words[node + CHILDREN + slot + 1] = right
    words[node + WEIGHTS + slot + 1] = weight
    this.#insertSlot(node, slot, place)
  }

  #insertSlot(node: number, slot: number, place: number): void {
    const { bytes, words } = this
    const count = words[node + COUNT] ?? outOfRange()
    const keyAt = keyStart(bytes, place)
    const keyEnd = keyAt + keyLength(bytes, place)
    if (count === 0) words[node + PREFIX] = keyEnd - keyAt
    else this.#shortenPrefix(node, count, keyAt, keyEnd)
    openGap(words, node + HEADS, slot, count)
    openGap(words, node + PLACES, slot, count)
    words[node + HEADS + slot] = headOf(
      bytes,
      keyAt + (words[node + PREFIX] ?? outOfRange()),
      keyEnd,
    )
    words[node + PLACES + slot] = place
    words[node + COUNT] = count + 1
    words[node + CHANGES] = (words[node + CHANGES] ?? outOfRange()) + 1
  }

  /** To what the key of a new slot has in common with the others. */
  #shortenPrefix(node: number, count: number, keyAt: number, keyEnd: number): void {
    const { bytes, words } = this
    const prefix = words[node + PREFIX] ?? outOfRange()
    const firstAt = keyStart(bytes, words[node + PLACES] ?? outOfRange())
    const shared = sharedBytes(bytes, keyAt, keyEnd, firstAt, firstAt + prefix)
    if (shared < prefix) this.#setPrefix(node, count, shared)
  }

  #setPrefix(node: number, count: number, prefix: number): void {
    const { bytes, words } = this
    words[node + PREFIX] = prefix
    for (let i = 0; i < count; i++) {
      const place = words[node + PLACES + i] ?? outOfRange()
      const keyAt = keyStart(bytes, place)
      const keyEnd = keyAt + keyLength(bytes, place)
      words[node + HEADS + i] = headOf(bytes, keyAt + prefix, keyEnd)
    }
  }

  /** The longest prefix of keys in order is that of the first and the last one. */
  #lengthenPrefix(node: number): void {
    const { bytes, words } = this
    const count = words[node + COUNT] ?? outOfRange()
    if (count === 0) return
    const first = words[node + PLACES] ?? outOfRange()
    const last = words[node + PLACES + count - 1] ?? outOfRange()
    const firstAt = keyStart(bytes, first)
    const lastAt = keyStart(bytes, last)
    const firstEnd = firstAt + keyLength(bytes, first)
    const lastEnd = lastAt + keyLength(bytes, last)
    const shared = sharedBytes(bytes, firstAt, firstEnd, lastAt, lastEnd)
    if (shared > (words[node + PREFIX] ?? outOfRange())) this.#setPrefix(node, count, shared)
  }

  /** Moves the slots from this one on into an empty node. */
  #moveSlots(node: number, from: number, into: number): void {
    const { words } = this
    const count = words[node + COUNT] ?? outOfRange()
    words.copyWithin(into + HEADS, node + HEADS + from, node + HEADS + count)
    words.copyWithin(into + PLACES, node + PLACES + from, node + PLACES + count)
    words[into + PREFIX] = words[node + PREFIX] ?? outOfRange()
    words[into + COUNT] = count - from
    words[node + COUNT] = from
    words[node + CHANGES] = (words[node + CHANGES] ?? outOfRange()) + 1
    this.#lengthenPrefix(node)
    this.#lengthenPrefix(into)
  }

  /** Also their children, and the one between the slots that stay and those that go. */
  #moveChildren(node: number, from: number, into: number): void {
    const { words } = this
    const count = words[node + COUNT] ?? outOfRange()
    words.copyWithin(into + CHILDREN, node + CHILDREN + from, node + CHILDREN + count + 1)
    words.copyWithin(into + WEIGHTS, node + WEIGHTS + from, node + WEIGHTS + count + 1)
    this.#moveSlots(node, from, into)
  }
}

/** Moves the words from `slot` on up by one. */
function openGap(words: Int32Array, base: number, slot: number, count: number): void {
  for (let i = base + count; i > base + slot; i--) words[i] = words[i - 1] ?? outOfRange()
}

function sharedBytes(
  bytes: Buffer,
  at: number,
  end: number,
  otherAt: number,
  otherEnd: number,
): number {
  const length = Math.min(end - at, otherEnd - otherAt)
  let shared = 0
  while (shared < length && bytes[at + shared] === bytes[otherAt + shared]) shared++
  return shared
}
