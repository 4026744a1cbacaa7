import assert from 'node:assert/strict'
import { testsOf } from '../../harness.js'
import { field } from '../../search-shapes.js'
import { geoBox, geoDistance, geoPolygon } from './query-builders.js'
import { everyType } from './every-type.js'
import { finds, refuses } from './finding.js'
import { sharedIndex, type Fixture } from './fixture.js'

const query = testsOf('Queries')

/** One degree on a sphere of the mean radius, 6371008.77 m: 111195.08 m. */
const DEGREE = 111_195.08

/** A grid of 1,000 places, a twentieth of a degree apart. */
const grid: Fixture = {
  name: 'grid',
  fields: [field('place', 'GEO_POINT'), field('corner', 'GEO_POINT')],
  rows: {
    ...Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => {
        const lat = (30 + 0.05 * Math.floor(n / 100)).toFixed(6)
        const lon = (114 + 0.05 * (n % 100)).toFixed(6)
        return [`p${n}`, [['place', `${lat},${lon}`]]]
      }),
    ),
    zero: [['corner', '0,0']],
    ten: [['corner', '10,10']],
  },
}

export const geoQueryTests = [
  query('geo distance', 'in metres on a sphere, inclusive', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, geoDistance('place', '0,0', DEGREE - 1), 'a')
    await finds(t, where, geoDistance('place', '0,0', DEGREE + 1), 'a b')
    await finds(t, where, geoDistance('place', '0, 0', 2 * DEGREE + 1), 'a b c')
    await finds(t, where, geoDistance('place', '0,0', 20_100_000), 'a b c d e')
    await finds(t, where, geoDistance('places', '1,0', 1), 'b')
  }),

  query('geo bounding box', 'between two corners', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, geoBox('place', '3,-1', '-1,3'), 'a b c')
    await finds(t, where, geoBox('place', '1.5,-1', '-1,3'), 'a b')
    await finds(t, where, geoBox('place', '90,-180', '-90,180'), 'a b c d e')
    await finds(t, where, geoBox('place', '40,30', '30,40'), '')
    await finds(t, where, geoBox('places', '6,4', '4,6'), 'a')
  }),

  query('geo polygon', 'points inside', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, geoPolygon('place', ['-1,-1', '-1,3.5', '3.5,-1']), 'a b c')
    await finds(t, where, geoPolygon('place', ['-1,-1', '-1,1.5', '1.5,-1']), 'a')
    await finds(t, where, geoPolygon('place', ['9,9', '9,11', '11,11', '11,9']), 'd')
  }),

  query('geo polygon', 'includes some points on edges, as they are stored', async (t) => {
    const where = await sharedIndex(t, grid)
    const points = ['30.9,112.0', '30.5,115.0', '30.3, 117.0', '30.2,119.0']
    const { table, index } = where
    const asked = geoPolygon('place', points)
    const { total } = await t.client.search.search(table, index, asked, { limit: 0 })
    // 85 of the points are inside, and 10 are on edges.
    assert.equal(total, 90)
    await finds(t, where, geoPolygon('corner', ['11,11', '0,0', '1,5']), 'ten')
    await finds(t, where, geoPolygon('corner', ['11,11', '-0.1,-0.1', '1,5']), 'ten zero')
    await finds(t, where, geoPolygon('corner', ['0,0', '0,45', '45,45', '45,0']), 'ten zero')
    await finds(t, where, geoPolygon('corner', ['0,0', '0,-45', '-45,-45', '-45,0']), '')
  }),

  query('wrong values', 'are refused', async (t) => {
    const where = await sharedIndex(t, everyType)
    const wrong = ['', 'x', '0', '91,0', '0,181', '0,0,0', '-90.1,0', 'NaN,0']
    for (const point of wrong) {
      await refuses(t, where, geoDistance('place', point, 1))
      await refuses(t, where, geoBox('place', point, '0,0'))
      await refuses(t, where, geoPolygon('place', ['0,0', '0,1', point]))
    }
    await refuses(t, where, geoDistance('place', '0,0', -1))
    await refuses(t, where, geoPolygon('place', ['0,0', '0,1']))
    await refuses(t, where, geoBox('place', '0,0', '1,1'))
  }),

  query('wrong fields', 'of other types are refused', async (t) => {
    const where = await sharedIndex(t, everyType)
    await refuses(t, where, geoDistance('word', '0,0', 1))
    await refuses(t, where, geoBox('nowhere', '1,0', '0,1'))
    await refuses(t, where, geoPolygon('long', ['0,0', '0,1', '1,1']))
  }),
]
