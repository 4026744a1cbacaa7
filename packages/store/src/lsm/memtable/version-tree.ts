import { outOfRange } from '@rowhouse/platform'
import { compareBytes } from '../entry-form.js'

/*
 * A B+tree over the versions of keys, in one arena.
 *
 * From the bottom grow versions, each at a multiple of four bytes:
 *
 *   word   place of the older version of the same key, 0 for none
 *   word   sequence number, counted from that of the memtable
 *   entry  in the form of `entry-form.ts`
 *
 * From the top grow nodes, which are numbered by their first word. A slot of a leaf holds the place of the
 * newest version of a key. A slot of an inner node holds the place of a version with the lowest key that its
 * subtree had when it was made. A place is the first byte of a version, and never 0.
 *
 * All keys of a node begin with the same bytes, as many as its prefix tells. The head of a slot has the next
 * four bytes of the key, with zeros behind the key's end, and orders most keys without a look at them. Nodes
 * are only added: no key leaves a memtable.
 */
export interface VersionTree {
  readonly bytes: Buffer
  readonly words: Int32Array
  root: number
}

export const NODE_SLOTS = 64
/** Slots that are taken. */
export const COUNT = 0
/** 0 for a leaf. */
export const LEVEL = 1
export const PREFIX = 2
/** Neighbours of a leaf, -1 for none. */
export const PREVIOUS = 3
export const NEXT = 4
/** Grows whenever slots of the leaf move. */
export const CHANGES = 5
/** The slot of a leaf that was added last, -1 after a split. */
export const LAST_ADDED = 6
export const HEADS = 7
export const PLACES = HEADS + NODE_SLOTS
export const LEAF_WORDS = PLACES + NODE_SLOTS
/** An inner node has one child more than slots: the first one has what sorts before all slots. */
export const CHILDREN = LEAF_WORDS
/** Bytes of the newest entries in each child. */
export const WEIGHTS = CHILDREN + NODE_SLOTS + 1
export const INNER_WORDS = WEIGHTS + NODE_SLOTS + 1

export const NO_NODE = -1
export const NO_VERSION = 0
/** Words of a version. */
export const OLDER = 0
export const SEQUENCE = 1
/** Bytes of a version before its entry. */
export const VERSION_HEADER_BYTES = 8

/** The slot of the key, or `~` of the slot before which it would stand. */
export function findSlot(
  tree: VersionTree,
  node: number,
  key: Buffer,
  keyAt: number,
  keyEnd: number,
): number {
  const { bytes, words } = tree
  const count = words[node + COUNT] ?? outOfRange()
  if (count === 0) return ~0
  const places = node + PLACES
  const prefix = words[node + PREFIX] ?? outOfRange()
  if (prefix > 0) {
    const firstAt = keyStart(bytes, words[places] ?? outOfRange())
    const prefixEnd = Math.min(keyEnd, keyAt + prefix)
    const order = compareBytes(key, keyAt, prefixEnd, bytes, firstAt, firstAt + prefix)
    if (order !== 0) return order < 0 ? ~0 : ~count
  }
  const restAt = keyAt + prefix
  const head = headOf(key, restAt, keyEnd)
  const heads = node + HEADS
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = words[heads + middle] ?? outOfRange()
    if (other < head) low = middle + 1
    else if (other > head) high = middle
    else {
      const place = words[places + middle] ?? outOfRange()
      const order = compareRest(key, restAt, keyEnd, bytes, place, prefix)
      if (order === 0) return middle
      if (order > 0) low = middle + 1
      else high = middle
    }
  }
  return ~low
}

/** The index of the child of an inner node in which the key is or would be. */
export function findChild(
  tree: VersionTree,
  node: number,
  key: Buffer,
  keyAt: number,
  keyEnd: number,
): number {
  const slot = findSlot(tree, node, key, keyAt, keyEnd)
  return slot < 0 ? ~slot : slot + 1
}

/** The leaf in which the key is or would be. */
export function findLeaf(tree: VersionTree, key: Buffer, keyAt: number, keyEnd: number): number {
  const { words } = tree
  let node = tree.root
  for (let level = words[node + LEVEL] ?? outOfRange(); level > 0; level--) {
    const child = findChild(tree, node, key, keyAt, keyEnd)
    node = words[node + CHILDREN + child] ?? outOfRange()
  }
  return node
}

/** The first leaf, or the last one. */
export function findEdgeLeaf(tree: VersionTree, isLast: boolean): number {
  const { words } = tree
  let node = tree.root
  for (let level = words[node + LEVEL] ?? outOfRange(); level > 0; level--) {
    const child = isLast ? (words[node + COUNT] ?? outOfRange()) : 0
    node = words[node + CHILDREN + child] ?? outOfRange()
  }
  return node
}

/** Bytes of the newest entries of all keys before this one. */
export function bytesBefore(tree: VersionTree, key: Buffer): number {
  const { words } = tree
  let node = tree.root
  let bytes = 0
  for (let level = words[node + LEVEL] ?? outOfRange(); level > 0; level--) {
    const child = findChild(tree, node, key, 0, key.length)
    const weights = node + WEIGHTS
    for (let i = 0; i < child; i++) bytes += words[weights + i] ?? outOfRange()
    node = words[node + CHILDREN + child] ?? outOfRange()
  }
  const slot = findSlot(tree, node, key, 0, key.length)
  return bytes + bytesOfSlots(tree, node, 0, slot < 0 ? ~slot : slot)
}

/** Bytes of the newest entries in these slots of a leaf. */
export function bytesOfSlots(tree: VersionTree, leaf: number, from: number, to: number): number {
  const { bytes, words } = tree
  const places = leaf + PLACES
  let sum = 0
  for (let i = from; i < to; i++) sum += bytesOfEntry(bytes, words[places + i] ?? outOfRange())
  return sum
}

/** The version of that moment in the chain of a key, `NO_VERSION` where there is none. */
export function versionAsOf(words: Int32Array, newest: number, sequence: number): number {
  let place = newest
  while (place !== NO_VERSION && (words[(place >>> 2) + SEQUENCE] ?? outOfRange()) > sequence) {
    place = words[(place >>> 2) + OLDER] ?? outOfRange()
  }
  return place
}

/** The next four bytes of a key, as a number in the order of the bytes. */
export function headOf(bytes: Buffer, at: number, end: number): number {
  if (end - at >= 4) {
    const first = ((bytes[at] ?? outOfRange()) << 24) | ((bytes[at + 1] ?? outOfRange()) << 16)
    const rest = ((bytes[at + 2] ?? outOfRange()) << 8) | (bytes[at + 3] ?? outOfRange())
    return first ^ rest ^ SIGN
  }
  let head = 0
  for (let i = at; i < end; i++) head |= (bytes[i] ?? outOfRange()) << (24 - 8 * (i - at))
  return head ^ SIGN
}

/** Signed words keep the order of unsigned bytes with their first bit turned. */
const SIGN = 1 << 31

/** Where the key of a version begins. */
export function keyStart(bytes: Buffer, place: number): number {
  let at = place + VERSION_HEADER_BYTES
  while ((bytes[at++] ?? outOfRange()) > 0x7f) {}
  while ((bytes[at++] ?? outOfRange()) > 0x7f) {}
  return at
}

export function keyLength(bytes: Buffer, place: number): number {
  return readVarint(bytes, place + VERSION_HEADER_BYTES)
}

function bytesOfEntry(bytes: Buffer, place: number): number {
  const entryAt = place + VERSION_HEADER_BYTES
  let at = entryAt
  const keyBytes = readVarint(bytes, at)
  while ((bytes[at++] ?? outOfRange()) > 0x7f) {}
  const valueCode = readVarint(bytes, at)
  while ((bytes[at++] ?? outOfRange()) > 0x7f) {}
  return at - entryAt + keyBytes + (valueCode === 0 ? 0 : valueCode - 1)
}

function readVarint(bytes: Buffer, start: number): number {
  let byte = bytes[start] ?? outOfRange()
  let value = byte & 0x7f
  let at = start + 1
  for (let shift = 7; byte > 0x7f; shift += 7) {
    byte = bytes[at++] ?? outOfRange()
    value |= (byte & 0x7f) << shift
  }
  return value
}

/** Compares what follows the prefix that the two keys share. */
function compareRest(
  key: Buffer,
  restAt: number,
  keyEnd: number,
  bytes: Buffer,
  place: number,
  prefix: number,
): number {
  const otherAt = keyStart(bytes, place)
  const otherEnd = otherAt + keyLength(bytes, place)
  return compareBytes(key, restAt, keyEnd, bytes, otherAt + prefix, otherEnd)
}
