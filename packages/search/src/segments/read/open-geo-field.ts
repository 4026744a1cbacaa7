import { type KdTree, searchKdTree } from '../format/kd-tree.js'
import type { GeoSummary } from '../format/segment-summary.js'
import type { GeoField, GeoTree } from '../field-reader.js'
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
  }
}

const searchable = (tree: KdTree): GeoTree => ({
  box: (latitudeMin, latitudeMax, longitudeMin, longitudeMax, found) =>
    searchKdTree(tree, [latitudeMin, latitudeMax, longitudeMin, longitudeMax], found),
})
