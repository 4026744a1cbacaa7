import { outOfRange } from '@rowhouse/platform'
import type { GeoColumn, GeoField } from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { Scorer, Tester } from '../doc-set.js'
import { addTested, ColumnWalk } from '../numbers/column-walk.js'
import type { Query, SearchContext } from '../query.js'
import { BitsWalk, hasBit, setBit, wordsFor } from '../walks/bits-walk.js'
import { LazyWalk } from '../walks/lazy-walk.js'
import { ListWalk } from '../walks/list-walk.js'
import { type Tick, ticker } from '../walks/ticker.js'
import { type GeoShape, shapeTest } from './geo-shape.js'

/** From this share of the documents on, walking the column is cheaper than the tree. */
const COLUMN_SHARE = 4
/** Up to this share a sorted list is cheaper than a bit set. */
const LIST_SHARE = 4096
/** The cost of one test, in steps of a walk: it reads two arrays, and may compute a distance. */
const TEST_COST = 4

/** Documents with a point in the shape; all score 1. */
export function geoShapeQuery(fieldName: string, shape: GeoShape): Query {
  return {
    weight: (context) => ({
      scorer: (_, level) => {
        const matches = matchesOf(level, fieldName, shape)
        return matches && geoScorer(matches, context)
      },
      count: (_, level) => (matchesOf(level, fieldName, shape) === undefined ? 0 : undefined),
      addTo: (_, level, bits) => {
        const matches = matchesOf(level, fieldName, shape)
        if (matches !== undefined) addMatches(matches, bits, ticker(context.checkTime))
      },
    }),
  }
}

interface GeoMatches {
  readonly field: GeoField
  readonly shape: GeoShape
  readonly documents: number
  readonly tester: Tester
}

function matchesOf(level: Level, fieldName: string, shape: GeoShape): GeoMatches | undefined {
  const field = level.field(fieldName)
  if (field?.kind !== 'geo' || shape.boxes.length === 0) return undefined
  return { field, shape, documents: level.documents, tester: pointTester(field, shape) }
}

function pointTester({ column, present }: GeoField, shape: GeoShape): Tester {
  const { starts } = column
  const test = indexTest(column, shape)
  if (starts === undefined) {
    if (present === undefined) return { cost: TEST_COST, test }
    return { cost: TEST_COST, test: (document) => hasBit(present, document) && test(document) }
  }
  return {
    cost: TEST_COST,
    test: (document) => {
      const end = starts[document + 1] ?? outOfRange()
      for (let index = starts[document] ?? outOfRange(); index < end; index += 1)
        if (test(index)) return true
      return false
    },
  }
}

function indexTest(column: GeoColumn, shape: GeoShape): (index: number) => boolean {
  const isIn = shapeTest(shape)
  const { cold } = column
  if (cold !== undefined) {
    return (index) =>
      isIn(cold.latitudes.at(index) ?? outOfRange(), cold.longitudes.at(index) ?? outOfRange())
  }
  const { latitudes, longitudes } = column
  return (index) => isIn(latitudes[index] ?? outOfRange(), longitudes[index] ?? outOfRange())
}

/** Points are clustered, so an estimate by area would be poor; a sample of them is used. */
function guessOf({ field, shape }: GeoMatches): number {
  const { latitudes, longitudes } = field.sample
  const isIn = shapeTest(shape)
  const looked = latitudes.length
  let found = 0
  for (let at = 0; at < looked; at++) {
    if (isIn(latitudes[at] ?? outOfRange(), longitudes[at] ?? outOfRange())) found += 1
  }
  if (looked >= field.documentsWithValue) return Math.max(1, found)
  return Math.max(1, Math.ceil(((found + 0.5) / looked) * field.documentsWithValue))
}

function geoScorer(matches: GeoMatches, context: SearchContext): Scorer {
  const { documents, tester } = matches
  const cost = guessOf(matches)
  const tick = ticker(context.checkTime)
  return new LazyWalk({
    cost,
    tester,
    constant: 1,
    build: () => {
      if (cost * COLUMN_SHARE >= documents) return new ColumnWalk(documents, cost, tester, 1, tick)
      if (cost * LIST_SHARE > documents) {
        const bits = new Uint32Array(wordsFor(documents))
        addMatches(matches, bits, tick)
        return new BitsWalk(bits, cost, 1)
      }
      const found: number[] = []
      eachMatch(matches, tick, (document) => found.push(document))
      return new ListWalk(Uint32Array.from(found).sort(), 1)
    },
  })
}

function addMatches(matches: GeoMatches, bits: Uint32Array, tick: Tick): void {
  const { documents, tester } = matches
  if (guessOf(matches) * COLUMN_SHARE >= documents) return addTested(tester, documents, bits)
  eachMatch(matches, tick, (document) => setBit(bits, document))
}

/** Visits matches with the tree; a document can occur more than once. */
function eachMatch(
  { field, shape }: GeoMatches,
  tick: Tick,
  visit: (document: number) => void,
): void {
  const { boxes, contains } = shape
  for (const { minLat, maxLat, minLon, maxLon } of boxes) {
    field.tree.box(minLat, maxLat, minLon, maxLon, (document, lat, lon) => {
      tick()
      if (contains === undefined || contains(lat, lon)) visit(document)
    })
  }
}
