import { outOfRange } from '@rowhouse/platform'
import { LEAF, type searchKdTree } from '../format/kd-tree.js'
import type { InParts, WordsInParts } from '../field-reader.js'
import { lookAhead } from './cold-array.js'

/** A kd-tree (see format/kd-tree.ts) of which only parts are read. */
export interface ColdTree {
  readonly latitudes: InParts<number, Int32Array>
  readonly longitudes: InParts<number, Int32Array>
  readonly documents: WordsInParts
}

type Box = Parameters<typeof searchKdTree>[1]
type Found = Parameters<typeof searchKdTree>[2]

/** A subtree of this many points lies in one or two pieces. */
const SPAN = 4096

/**
 * Does what `searchKdTree` does. Points that lie together are read ahead before any of them is
 * compared.
 */
export const searchColdTree = (tree: ColdTree, box: Box, found: Found): void => {
  const left: number[] = []
  searchSpans(tree, [0, tree.documents.length, 0], SPAN, box, found, left)
  const ends = left.flatMap((from, at) =>
    at % 3 === 0 ? [from, (left[at + 1] ?? outOfRange()) - 1] : [],
  )
  for (const part of [tree.latitudes, tree.longitudes, tree.documents]) lookAhead(part, ends)
  searchSpans(tree, left, 0, box, found)
}

/** Each span has a start, an end and a depth. Spans of few points are handed to `left`. */
const searchSpans = (
  tree: ColdTree,
  spans: number[],
  most: number,
  box: Box,
  found: Found,
  left: number[] = [],
): void => {
  const [latMin, latMax, lonMin, lonMax] = box
  while (spans.length > 0) {
    const depth = spans.pop() ?? outOfRange()
    const to = spans.pop() ?? outOfRange()
    const from = spans.pop() ?? outOfRange()
    if (to - from <= most) {
      left.push(from, to, depth)
      continue
    }
    if (to - from <= LEAF) {
      visitSpan(tree, from, to, box, found)
      continue
    }
    const middle = (from + to) >>> 1
    visitSpan(tree, middle, middle + 1, box, found)
    const isLatitude = depth % 2 === 0
    const split = (isLatitude ? tree.latitudes : tree.longitudes).at(middle) ?? outOfRange()
    if ((isLatitude ? latMin : lonMin) <= split) spans.push(from, middle, depth + 1)
    if ((isLatitude ? latMax : lonMax) >= split) spans.push(middle + 1, to, depth + 1)
  }
}

const visitSpan = (
  { latitudes, longitudes, documents }: ColdTree,
  from: number,
  to: number,
  [latMin, latMax, lonMin, lonMax]: Box,
  found: Found,
): void => {
  for (let place = from; place < to; place++) {
    const latitude = latitudes.at(place) ?? outOfRange()
    if (latitude < latMin || latitude > latMax) continue
    const longitude = longitudes.at(place) ?? outOfRange()
    if (longitude < lonMin || longitude > lonMax) continue
    found(documents.at(place) ?? outOfRange(), latitude, longitude)
  }
}
