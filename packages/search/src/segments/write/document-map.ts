/** Of documents that do not come along: deleted, replaced, or children of such. */
export const DROPPED = 0xffff_ffff

/** Where the documents of one origin (a builder, a segment to merge) go in the new segment's level. */
export interface DocumentMap {
  /** The new number by the old one; rising among those not dropped where segments are merged. */
  readonly numbers: Uint32Array
}

/** All origins of one level. */
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
    list.map((old) => parent.origins[origin]?.numbers[old] ?? DROPPED),
  )
  for (const list of newParents)
    for (const number of list)
      if (number !== DROPPED) starts[number + 1] = (starts[number + 1] ?? 0) + 1
  for (let number = 0; number < parent.documents; number++)
    starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0)
  const documents = starts[parent.documents] ?? 0
  const next = starts.slice()
  const sorted = new Uint32Array(documents)
  const origins = newParents.map((list) => ({
    numbers: list.map((number) => {
      if (number === DROPPED) return DROPPED
      const child = next[number] ?? 0
      next[number] = child + 1
      sorted[child] = number
      return child
    }),
  }))
  return { documents, origins, parents: sorted, starts }
}
