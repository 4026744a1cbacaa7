import { field } from '../../search-shapes.js'
import type { Fixture } from './fixture.js'

export const LEAST = -9_223_372_036_854_775_808n
export const GREATEST = 9_223_372_036_854_775_807n

/** The smallest and largest numbers of a field. */
export const ends: Fixture = {
  name: 'ends',
  fields: [field('n', 'LONG'), field('x', 'DOUBLE')],
  rows: {
    a: [
      ['n', LEAST],
      ['x', -Number.MAX_VALUE],
    ],
    b: [
      ['n', LEAST],
      ['x', 0.5],
    ],
    c: [
      ['n', GREATEST],
      ['x', Number.MAX_VALUE],
    ],
    d: [['n', GREATEST]],
    e: [['n', GREATEST]],
  },
}
