import { expectDefined, outOfRange } from '@rowhouse/platform'

/** The number of documents that are left out: deleted, replaced, or children of such. */
export const DROPPED = 0xffff_ffff

/**
 * Maps the documents of one origin (a builder, or a segment to merge) to those of the new segment's
 * level.
 */
export interface DocumentMap {
  /**
   * The new number by the old one; ascending, apart from dropped ones, where segments are merged.
   */
  readonly numbers: Uint32Array
}

/** The maps of all origins of one level. */
export interface LevelMap {
  /** Of the new segment. */
  readonly documents: number
  readonly origins: readonly DocumentMap[]
}

export interface ChildMap extends LevelMap {
  readonly parents: Uint32Array
  readonly starts: Uint32Array
}

/** Children stand in the order of their parents. `parents` are old numbers, by origin. */
export const mapChildren = (parent: LevelMap, parents: readonly Uint32Array[]): ChildMap => {
  const starts = new Uint32Array(parent.documents + 1)
  const newParents = parents.map((list, origin) =>
    newNumbers(list, expectDefined(parent.origins[origin], 'every origin has a map').numbers),
  )
  for (const list of newParents)
    for (let index = 0; index < list.length; index++) {
      const number = list[index] ?? outOfRange()
      if (number !== DROPPED) starts[number + 1] = (starts[number + 1] ?? outOfRange()) + 1
    }
  for (let number = 0; number < parent.documents; number++)
    starts[number + 1] = (starts[number + 1] ?? outOfRange()) + (starts[number] ?? outOfRange())
  const documents = starts[parent.documents] ?? outOfRange()
  const next = starts.slice()
  const sorted = new Uint32Array(documents)
  const origins = newParents.map((list) => ({ numbers: placed(list, next, sorted) }))
  return { documents, origins, parents: sorted, starts }
}

const newNumbers = (list: Uint32Array, numbers: Uint32Array): Uint32Array => {
  const found = new Uint32Array(list.length)
  for (let index = 0; index < list.length; index++)
    found[index] = numbers[list[index] ?? outOfRange()] ?? DROPPED
  return found
}

/** Gives each child the next place of its parent, and records the parent there. */
const placed = (list: Uint32Array, next: Uint32Array, sorted: Uint32Array): Uint32Array => {
  const places = new Uint32Array(list.length).fill(DROPPED)
  for (let index = 0; index < list.length; index++) {
    const number = list[index] ?? outOfRange()
    if (number === DROPPED) continue
    const child = next[number] ?? outOfRange()
    next[number] = child + 1
    sorted[child] = number
    places[index] = child
  }
  return places
}
