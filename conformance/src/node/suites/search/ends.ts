import { field } from '../../search-shapes.js'
import type { Planting } from './planting.js'

export const LEAST = -9_223_372_036_854_775_808n
export const GREATEST = 9_223_372_036_854_775_807n

/** Numbers at both ends of what a field holds. */
export const ends: Planting = {
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
