import { testsOf } from '../../harness.js'
import { geoBox, geoDistance, geoPolygon } from './asks.js'
import { everyType } from './every-type.js'
import { finds, refuses } from './finding.js'
import { planted } from './planting.js'

const query = testsOf('Queries')

/** One degree on a sphere of the mean radius, 6371008.77 m: 111195.08 m. */
const DEGREE = 111_195.08

export const geoQueryTests = [
  query('geo distance', 'in metres on a sphere, the circle itself included', async (t) => {
    const where = await planted(t, everyType)
    await finds(t, where, geoDistance('place', '0,0', DEGREE - 1), 'a')
    await finds(t, where, geoDistance('place', '0,0', DEGREE + 1), 'a b')
    await finds(t, where, geoDistance('place', '0, 0', 2 * DEGREE + 1), 'a b c')
    await finds(t, where, geoDistance('place', '0,0', 20_100_000), 'a b c d e')
    await finds(t, where, geoDistance('places', '1,0', 1), 'b')
  }),

  query('geo bounding box', 'between two corners', async (t) => {
    const where = await planted(t, everyType)
    await finds(t, where, geoBox('place', '3,-1', '-1,3'), 'a b c')
    await finds(t, where, geoBox('place', '1.5,-1', '-1,3'), 'a b')
    await finds(t, where, geoBox('place', '90,-180', '-90,180'), 'a b c d e')
    await finds(t, where, geoBox('place', '40,30', '30,40'), '')
    await finds(t, where, geoBox('places', '6,4', '4,6'), 'a')
  }),

  query('geo polygon', 'inside, its sides and corners included', async (t) => {
    const where = await planted(t, everyType)
    await finds(t, where, geoPolygon('place', ['-1,-1', '-1,3.5', '3.5,-1']), 'a b c')
    await finds(t, where, geoPolygon('place', ['-1,-1', '-1,1.5', '1.5,-1']), 'a')
    await finds(t, where, geoPolygon('place', ['0,0', '0,2', '2,2', '2,0']), 'a b c')
    await finds(t, where, geoPolygon('place', ['9,9', '9,11', '11,11', '11,9']), 'd')
  }),

  query('wrong values', 'are refused', async (t) => {
    const where = await planted(t, everyType)
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

  query('wrong fields', 'that hold no places are refused', async (t) => {
    const where = await planted(t, everyType)
    await refuses(t, where, geoDistance('word', '0,0', 1))
    await refuses(t, where, geoBox('nowhere', '1,0', '0,1'))
    await refuses(t, where, geoPolygon('long', ['0,0', '0,1', '1,1']))
  }),
]
