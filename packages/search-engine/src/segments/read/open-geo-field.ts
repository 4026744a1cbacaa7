import { outOfRange } from '@rowhouse/platform'
import { type KdTree, searchKdTree } from '../format/kd-tree.js'
import type { GeoSummary } from '../format/segment-summary.js'
import type { ColdPoints, GeoColumn, GeoField, GeoSample, GeoTree } from '../field-reader.js'
import { ColdArray } from './cold-array.js'
import { type ColdTree, searchColdTree } from './cold-tree.js'
import { type Part, lazyPresent } from './field-parts.js'
import { Lazy } from './lazy.js'
import type { SectionArrays } from './section-arrays.js'

/** `samples` holds those that were taken before, by field name. */
export const openGeoField = (
  arrays: SectionArrays,
  summary: GeoSummary,
  part: Part,
  samples: Map<string, GeoSample>,
): GeoField => {
  const present = lazyPresent(arrays, part)
  const column = lazyColumn(arrays, part)
  const tree = new Lazy(() => openTree(arrays, part))
  const sample = (): GeoSample => {
    const made = sampleOf(column.value)
    samples.set(summary.name, made)
    return made
  }
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
      return samples.get(summary.name) ?? sample()
    },
  }
}

const lazyColumn = (arrays: SectionArrays, part: Part): Lazy<GeoColumn> => {
  const latitudes = new Lazy(() => arrays.integers(part('latitudes')))
  const longitudes = new Lazy(() => arrays.integers(part('longitudes')))
  const cold = new Lazy(() => coldPoints(arrays, part))
  return new Lazy(() => ({
    starts: arrays.optionalWords(part('starts')),
    get latitudes() {
      return latitudes.value
    },
    get longitudes() {
      return longitudes.value
    },
    get cold() {
      return cold.value
    },
  }))
}

const coldPoints = (arrays: SectionArrays, part: Part): ColdPoints | undefined => {
  const latitudes = arrays.parts.integers(part('latitudes'))
  const longitudes = arrays.parts.integers(part('longitudes'))
  return latitudes instanceof ColdArray || longitudes instanceof ColdArray
    ? { latitudes, longitudes }
    : undefined
}

/** A sample has one point in `POINTS_PER_SAMPLE`, within these bounds. */
const SAMPLE_POINTS_MAX = 256
const SAMPLE_POINTS_MIN = 16
const POINTS_PER_SAMPLE = 4096

/** The sample is contiguous: reading its points from the column would touch memory all over. */
const sampleOf = (column: GeoColumn): GeoSample => {
  const { latitudes, longitudes } = column.cold ?? column
  const points = latitudes.length
  const wanted = Math.max(SAMPLE_POINTS_MIN, Math.floor(points / POINTS_PER_SAMPLE))
  const step = Math.max(1, Math.floor(points / Math.min(SAMPLE_POINTS_MAX, wanted)))
  const pick = (from: ColdPoints['latitudes']): Int32Array =>
    Int32Array.from(
      { length: Math.ceil(points / step) },
      (_, at) => from.at(at * step) ?? outOfRange(),
    )
  return { latitudes: pick(latitudes), longitudes: pick(longitudes) }
}

const openTree = (arrays: SectionArrays, part: Part): GeoTree => {
  const parts = {
    latitudes: arrays.parts.integers(part('tree-latitudes')),
    longitudes: arrays.parts.integers(part('tree-longitudes')),
    documents: arrays.parts.words(part('tree-documents')),
  }
  const box = isWhole(parts)
    ? (edges: Box, found: Found) => searchKdTree(parts, edges, found)
    : (edges: Box, found: Found) => searchColdTree(parts, edges, found)
  return {
    box: (latitudeMin, latitudeMax, longitudeMin, longitudeMax, found) =>
      box([latitudeMin, latitudeMax, longitudeMin, longitudeMax], found),
  }
}

type Box = Parameters<typeof searchKdTree>[1]
type Found = Parameters<typeof searchKdTree>[2]

const isWhole = (tree: ColdTree): tree is KdTree =>
  tree.latitudes instanceof Int32Array &&
  tree.longitudes instanceof Int32Array &&
  tree.documents instanceof Uint32Array
