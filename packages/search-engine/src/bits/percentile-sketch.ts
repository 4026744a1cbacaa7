import { outOfRange } from '@rowhouse/platform'
import { searchEngineLimits } from '../limits.js'
import type { SortedValues } from './merged-ranks.js'

/**
 * Percentiles: exact as long as the values are few; then a merging t-digest (Dunning), whose centroids
 * are small at both ends, so that a 99th percentile is as right as the median.
 */
export interface PercentileSketch {
  /** Values, or means of centroids, the sorted ones in front. */
  means: Float64Array
  weights: Float64Array
  /** Centroids, sorted by mean. */
  centroids: number
  /** With the values behind the centroids, not sorted in yet. */
  used: number
  total: number
  min: number
  max: number
}

/** Larger: more centroids and less error. 1000 keep about as many and are wrong by less than 0.1 %. */
const COMPRESSION = 1000
const FIRST_CAPACITY = 32
/** Of its objects. */
const SKETCH_BYTES = 300

export const createPercentileSketch = (): PercentileSketch => ({
  means: new Float64Array(FIRST_CAPACITY),
  weights: new Float64Array(FIRST_CAPACITY),
  centroids: 0,
  used: 0,
  total: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
})

export const addPercentileValue = (sketch: PercentileSketch, value: number, weight = 1): void => {
  if (sketch.used === sketch.means.length) makeRoom(sketch)
  sketch.means[sketch.used] = value
  sketch.weights[sketch.used] = weight
  sketch.used++
  sketch.total += weight
  if (value < sketch.min) sketch.min = value
  if (value > sketch.max) sketch.max = value
}

/** About the memory that it takes. */
export const percentileBytes = ({ means, weights }: PercentileSketch): number =>
  SKETCH_BYTES + means.byteLength + weights.byteLength

/** Adds the values of another sketch. */
export const mergePercentiles = (sketch: PercentileSketch, other: PercentileSketch): void => {
  for (let at = 0; at < other.used; at++)
    addPercentileValue(sketch, other.means[at] ?? outOfRange(), other.weights[at] ?? outOfRange())
  // A mean lies inside; the ends are known exactly.
  sketch.min = Math.min(sketch.min, other.min)
  sketch.max = Math.max(sketch.max, other.max)
}

/**
 * The value at a percent, between the two nearest: of n values, percent p has rank p/100 * (n - 1), counted
 * from 0. 0 to 14 has 2.8 at 20 and 8.4 at 60. A centroid has the rank in the middle of its values. Undefined
 * without values.
 */
export const percentile = (sketch: PercentileSketch, percent: number): number | undefined => {
  if (sketch.total === 0) return undefined
  sortIn(sketch)
  const { means, weights, centroids, total } = sketch
  const rank = rankOf(percent, total)
  if (total === centroids) return betweenNeighbours(means, rank)
  let middle = 0
  let before = 0
  let low = sketch.min
  for (let at = 0; at < centroids; at++) {
    const weight = weights[at] ?? outOfRange()
    const next = before + (weight - 1) / 2
    const mean = means[at] ?? outOfRange()
    if (rank < next) return between(low, mean, (rank - middle) / (next - middle))
    low = mean
    middle = next
    before += weight
  }
  return middle < total - 1 ? between(low, sketch.max, (rank - middle) / (total - 1 - middle)) : low
}

/** All values in order while they are few; undefined once neighbours are merged. */
export const sortedValues = (sketch: PercentileSketch): Float64Array | undefined => {
  if (sketch.total > sketch.used) return undefined
  sortIn(sketch)
  return sketch.means.subarray(0, sketch.used)
}

/** The value at a percent of doubles that are all known. */
export const doublePercentile = (sorted: SortedValues, percent: number): number =>
  betweenNeighbours(sorted, rankOf(percent, sorted.length))

/** Multiplied first: 29 percent of 100 steps are 29, which 0.29 * 100 is not. */
const rankOf = (percent: number, total: number): number => (percent * (total - 1)) / 100

const betweenNeighbours = (sorted: SortedValues, rank: number): number => {
  const below = Math.floor(rank)
  const low = Number(sorted.at(below) ?? outOfRange())
  if (below === rank) return low
  return between(low, Number(sorted.at(below + 1) ?? outOfRange()), rank - below)
}

const between = (low: number, high: number, share: number): number => {
  if (low === high) return low
  const width = high - low
  // Between the largest doubles of both signs there is more than a double holds.
  return Number.isFinite(width) ? low + width * share : low * (1 - share) + high * share
}

/** Doubles the room up to the bound; from there on, merges neighbours. */
const makeRoom = (sketch: PercentileSketch): void => {
  if (sketch.means.length < searchEngineLimits.SEARCH_EXACT_PERCENTILE_VALUES) {
    sketch.means = doubled(sketch.means)
    sketch.weights = doubled(sketch.weights)
    return
  }
  sortIn(sketch)
  compress(sketch)
}

const doubled = (old: Float64Array): Float64Array => {
  const grown = new Float64Array(old.length * 2)
  grown.set(old)
  return grown
}

const sortIn = (sketch: PercentileSketch): void => {
  const { means, weights, centroids, used } = sketch
  if (centroids === used) return
  sketch.centroids = used
  const isPlain = weights.subarray(centroids, used).every((weight) => weight === 1)
  if (isPlain && centroids === 0) means.subarray(0, used).sort()
  else if (isPlain) mergeIn(sketch, centroids)
  else sortAll(sketch)
}

/** New values are sorted alone, which is quick, and merged with the centroids from behind. */
const mergeIn = ({ means, weights, used }: PercentileSketch, centroids: number): void => {
  const added = means.slice(centroids, used).sort()
  let centroid = centroids - 1
  let value = added.length - 1
  for (let at = used - 1; value >= 0; at--) {
    if (centroid >= 0 && (means[centroid] ?? outOfRange()) > (added[value] ?? outOfRange())) {
      means[at] = means[centroid] ?? outOfRange()
      weights[at] = weights[centroid] ?? outOfRange()
      centroid--
    } else {
      means[at] = added[value] ?? outOfRange()
      weights[at] = 1
      value--
    }
  }
}

const sortAll = ({ means, weights, used }: PercentileSketch): void => {
  const order = Uint32Array.from({ length: used }, (_, index) => index)
  order.sort((one, other) => (means[one] ?? outOfRange()) - (means[other] ?? outOfRange()))
  const sortedMeans = Float64Array.from(order, (index) => means[index] ?? outOfRange())
  const sortedWeights = Float64Array.from(order, (index) => weights[index] ?? outOfRange())
  means.set(sortedMeans)
  weights.set(sortedWeights)
}

/** A centroid may reach as far as one step of the scale function, which is steep in the middle. */
const compress = (sketch: PercentileSketch): void => {
  const { means, weights, centroids, total } = sketch
  let kept = 0
  let before = 0
  let limit = total * scaleInverse(1)
  for (let at = 1; at < centroids; at++) {
    const weight = weights[at] ?? outOfRange()
    const merged = (weights[kept] ?? outOfRange()) + weight
    if (before + merged <= limit) {
      means[kept] =
        (means[kept] ?? outOfRange()) +
        (((means[at] ?? outOfRange()) - (means[kept] ?? outOfRange())) * weight) / merged
      weights[kept] = merged
    } else {
      before += weights[kept] ?? outOfRange()
      limit = total * scaleInverse(scale(before / total) + 1)
      kept++
      means[kept] = means[at] ?? outOfRange()
      weights[kept] = weight
    }
  }
  sketch.centroids = kept + 1
  sketch.used = kept + 1
}

/** From a share of the values to a number of centroids, and back: 0 to COMPRESSION. */
const scale = (share: number): number =>
  COMPRESSION * (Math.asin(2 * Math.min(1, share) - 1) / Math.PI + 0.5)

const scaleInverse = (centroids: number): number =>
  centroids >= COMPRESSION ? 1 : (Math.sin((centroids / COMPRESSION - 0.5) * Math.PI) + 1) / 2
