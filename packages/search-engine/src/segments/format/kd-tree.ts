import { outOfRange } from '@rowhouse/platform'

/**
 * A kd-tree without pointers: the middle of a span of points splits it, by latitude at even depths and by
 * longitude at odd ones; spans of up to LEAF points are not split further.
 */
export const LEAF = 64

export interface KdTree {
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
  readonly documents: Uint32Array
}

/** Sorts points into the order of the tree. */
export const orderKdTree = (tree: KdTree): void => {
  orderSpan(tree, 0, tree.documents.length, 0)
}

const orderSpan = (tree: KdTree, from: number, to: number, depth: number): void => {
  if (to - from <= LEAF) return
  const middle = (from + to) >>> 1
  const [first, second] =
    depth % 2 === 0 ? [tree.latitudes, tree.longitudes] : [tree.longitudes, tree.latitudes]
  select({ first, second, documents: tree.documents }, from, to - 1, middle)
  orderSpan(tree, from, middle, depth + 1)
  orderSpan(tree, middle + 1, to, depth + 1)
}

interface Columns {
  readonly first: Int32Array
  readonly second: Int32Array
  readonly documents: Uint32Array
}

/**
 * Hoare's selection: nothing before `place` is larger afterwards, and nothing behind it smaller.
 */
const select = (columns: Columns, from: number, to: number, place: number): void => {
  const { first } = columns
  let [left, right] = [from, to]
  while (left < right) {
    const pivot = pivotOf(first, left, right)
    let low = left
    let high = right
    while (low <= high) {
      while ((first[low] ?? outOfRange()) < pivot) low++
      while ((first[high] ?? outOfRange()) > pivot) high--
      if (low <= high) swap(columns, low++, high--)
    }
    if (place <= high) right = high
    else if (place >= low) left = low
    else return
  }
}

/** The median of five: points often come sorted. */
const pivotOf = (values: Int32Array, left: number, right: number): number => {
  const step = (right - left) / 4
  const samples = new Int32Array(5)
  for (let index = 0; index < 5; index++)
    samples[index] = values[left + Math.floor(index * step)] ?? outOfRange()
  samples.sort()
  return samples[2] ?? outOfRange()
}

const swap = ({ first, second, documents }: Columns, a: number, b: number): void => {
  const firstA = first[a] ?? outOfRange()
  const secondA = second[a] ?? outOfRange()
  const documentA = documents[a] ?? outOfRange()
  first[a] = first[b] ?? outOfRange()
  second[a] = second[b] ?? outOfRange()
  documents[a] = documents[b] ?? outOfRange()
  first[b] = firstA
  second[b] = secondA
  documents[b] = documentA
}

/** Visits every point in the box, all edges included. */
export const searchKdTree = (
  tree: KdTree,
  box: readonly [latMin: number, latMax: number, lonMin: number, lonMax: number],
  found: (document: number, latitude: number, longitude: number) => void,
): void => {
  const { latitudes, longitudes, documents } = tree
  const [latMin, latMax, lonMin, lonMax] = box
  const visit = (index: number): void => {
    const latitude = latitudes[index] ?? outOfRange()
    const longitude = longitudes[index] ?? outOfRange()
    if (latitude >= latMin && latitude <= latMax && longitude >= lonMin && longitude <= lonMax)
      found(documents[index] ?? outOfRange(), latitude, longitude)
  }
  const spans = [0, documents.length, 0]
  while (spans.length > 0) {
    const depth = spans.pop() ?? outOfRange()
    const to = spans.pop() ?? outOfRange()
    const from = spans.pop() ?? outOfRange()
    if (to - from <= LEAF) {
      for (let index = from; index < to; index++) visit(index)
      continue
    }
    const middle = (from + to) >>> 1
    visit(middle)
    const isLatitude = depth % 2 === 0
    const split = (isLatitude ? latitudes : longitudes)[middle] ?? outOfRange()
    if ((isLatitude ? latMin : lonMin) <= split) spans.push(from, middle, depth + 1)
    if ((isLatitude ? latMax : lonMax) >= split) spans.push(middle + 1, to, depth + 1)
  }
}
