import { type KdTree, searchKdTree } from '../format/kd-tree.js'
import type { GeoSummary } from '../format/segment-summary.js'
import type { GeoField, GeoSample, GeoTree } from '../field-reader.js'
import { Lazy } from './lazy.js'
import { type Part, lazyPresent } from './field-parts.js'
import type { SectionArrays } from './section-arrays.js'

export const openGeoField = (arrays: SectionArrays, summary: GeoSummary, part: Part): GeoField => {
  const present = lazyPresent(arrays, part)
  const column = new Lazy(() => ({
    starts: arrays.optionalWords(part('starts')),
    latitudes: arrays.integers(part('latitudes')),
    longitudes: arrays.integers(part('longitudes')),
  }))
  const sample = new Lazy(() => sampleOf(column.value))
  const tree = new Lazy(() =>
    searchable({
      latitudes: arrays.integers(part('tree-latitudes')),
      longitudes: arrays.integers(part('tree-longitudes')),
      documents: arrays.words(part('tree-documents')),
    }),
  )
  return {
    kind: 'geo',
    documentsWithValue: summary.documentsWithValue,
    get present() {
      return present.value
    },
    get column() {
      return column.value
    },
    get tree() {
      return tree.value
    },
    get sample() {
      return sample.value
    },
  }
}

/** Of so many points at most, and of one in so many. */
const SAMPLE_POINTS_MAX = 256
const SAMPLE_POINTS_MIN = 16
const POINTS_PER_SAMPLE = 4096

/** Points that lie together: those of the column would be fetched from all over the memory by each search. */
const sampleOf = ({ latitudes, longitudes }: GeoSample): GeoSample => {
  const points = latitudes.length
  const wanted = Math.max(SAMPLE_POINTS_MIN, Math.floor(points / POINTS_PER_SAMPLE))
  const step = Math.max(1, Math.floor(points / Math.min(SAMPLE_POINTS_MAX, wanted)))
  const pick = (from: Int32Array): Int32Array =>
    Int32Array.from({ length: Math.ceil(points / step) }, (_, at) => from[at * step] ?? 0)
  return { latitudes: pick(latitudes), longitudes: pick(longitudes) }
}

const searchable = (tree: KdTree): GeoTree => ({
  box: (latitudeMin, latitudeMax, longitudeMin, longitudeMax, found) =>
    searchKdTree(tree, [latitudeMin, latitudeMax, longitudeMin, longitudeMax], found),
})
