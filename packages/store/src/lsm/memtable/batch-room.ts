import type { StoreMutation } from '../../key-value-store.js'
import { entryBytes } from '../entry-form.js'
import { INNER_WORDS, LEAF_WORDS, VERSION_HEADER_BYTES } from './version-tree.js'

/** A node but for those at the right edge has at least 31 slots, so that 12 levels are never reached. */
export const LEVELS_MAX = 12

/** Nodes of a tree. */
export interface TreeSize {
  readonly leaves: number
  readonly inners: number
  /** Inner nodes on the way to a leaf. */
  readonly depth: number
}

/** An arena of so many bytes surely has room for the batch. */
export function arenaBytesFor(batch: readonly StoreMutation[]): number {
  const empty = { leaves: 1, inners: 0, depth: 0 }
  const nodes = LEAF_WORDS * 4 + nodeBytesMax(batch.length, empty)
  return VERSION_HEADER_BYTES + versionBytesMax(batch, 0) + nodes
}

/** Bytes that the batch takes at most beside nodes of the tree, behind so many range deletes. */
export function versionBytesMax(batch: readonly StoreMutation[], rangeDeletes: number): number {
  let bytes = 0
  let earlier = rangeDeletes
  for (const mutation of batch) {
    if (mutation.kind === 'deleteRange') {
      bytes += rangeDeleteBytes(mutation.start, mutation.end, earlier++)
    } else {
      const valueBytes = mutation.kind === 'put' ? mutation.value.length : undefined
      bytes += versionBytes(mutation.key.length, valueBytes)
    }
  }
  return bytes
}

/** Without a value the key is deleted. */
export function versionBytes(keyBytes: number, valueBytes: number | undefined): number {
  return roundedUp(VERSION_HEADER_BYTES + entryBytes(keyBytes, valueBytes))
}

/** Two bounds more make two fragments more at most; it adds a moment to each fragment that it covers. */
export function rangeDeleteBytes(start: Buffer, end: Buffer, earlier: number): number {
  const momentBytes = 2 * (earlier + 1) * MOMENT_BYTES
  return roundedUp(start.length + end.length + 2 * FRAGMENT_BYTES + momentBytes)
}

/**
 * A leaf that was split takes 31 more keys before it can be split again, but for the leaf that keys in order
 * left full, which can be split at once. So a leaf of today is split twice at most, and beyond that one leaf
 * comes with each 15 keys. Inner nodes are split once, and then with each 31 nodes below, or twice with each
 * 64 at the edge.
 */
export function nodeBytesMax(versions: number, { leaves, inners, depth }: TreeSize): number {
  const newLeaves = Math.min(versions, 2 * leaves + Math.ceil(versions / 15))
  const newInners = Math.min(
    newLeaves * (depth + 1),
    Math.ceil((inners + newLeaves / 15) * 1.1) + LEVELS_MAX,
  )
  return (newLeaves * LEAF_WORDS + newInners * INNER_WORDS) * 4
}

const roundedUp = (bytes: number): number => (bytes + 3) & ~3

/** An object, an array and two views. */
const FRAGMENT_BYTES = 256
const MOMENT_BYTES = 8
