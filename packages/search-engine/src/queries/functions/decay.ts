import { outOfRange } from '@rowhouse/platform'
import type { DateTimeValue, DecayFunction, DecayParameter } from '@rowhouse/protocol'
import type { LeafType } from '../../schema/index-layout.js'
import { combineDistances, createDecay } from '../../scoring/decay-curves.js'
import type { Level } from '../../segments/level.js'
import { haversineMetres } from '../../values/point-distance.js'
import { decodeLat, decodeLon } from '../../values/geo-encoding.js'
import { eachPoint } from '../geo/geo-points.js'
import { columnNumbers } from '../numbers/column-numbers.js'
import { fieldOf, type QueryScope } from '../scope.js'
import { numericPoint } from '../values/numeric-bounds.js'
import type { RowFunction } from './row-function.js'

const NANOS: Readonly<Record<string, number>> = {
  DAY: 86_400e9,
  HOUR: 3600e9,
  MINUTE: 60e9,
  SECOND: 1e9,
  MILLISECOND: 1e6,
}

/** Visits the distance of every value of a document. */
type EachDistance = (document: number, visit: (distance: number) => void) => void

interface DecayPlan {
  readonly scale: number
  readonly offset: number
  readonly open: (level: Level) => EachDistance | undefined
}

/** 1 for a document without the field, so that the function changes nothing there. */
export function compileDecay(asked: DecayFunction, scope: QueryScope): RowFunction {
  const { scale, offset, open } = planOf(asked, scope)
  const { mathFunction, decay, multiValueMode } = asked
  const scoreOf = createDecay({ math: mathFunction, scale, offset, decay })
  return (_, __, level) => {
    const each = open(level)
    if (each === undefined) return () => 1
    return (document) => {
      const distances: number[] = []
      each(document, (distance) => distances.push(distance))
      return distances.length === 0 ? 1 : scoreOf(combineDistances(multiValueMode, distances))
    }
  }
}

const TYPES: Readonly<Record<DecayParameter['kind'], readonly LeafType[]>> = {
  numeric: ['LONG', 'DOUBLE'],
  date: ['DATE'],
  geo: ['GEO_POINT'],
}

function planOf({ fieldName, parameter }: DecayFunction, scope: QueryScope): DecayPlan {
  const field = fieldOf(scope, fieldName, 'FUNCTIONS_SCORE_QUERY', TYPES[parameter.kind])
  switch (parameter.kind) {
    case 'numeric': {
      const { origin, scale, offset } = parameter
      return { scale, offset, open: (level) => numbersFrom(level, fieldName, origin) }
    }
    case 'date': {
      const { scale, offset } = parameter
      const origin =
        typeof parameter.origin === 'bigint'
          ? Number(parameter.origin)
          : Number(numericPoint(field, parameter.origin).low)
      return {
        scale: nanosOf(scale),
        offset: offset === undefined ? 0 : nanosOf(offset),
        open: (level) => numbersFrom(level, fieldName, origin),
      }
    }
    case 'geo': {
      const { origin, scale, offset } = parameter
      const { lat, lon } = origin
      return { scale, offset, open: (level) => metresFrom(level, fieldName, lat, lon) }
    }
  }
}

const nanosOf = ({ value, unit }: DateTimeValue): number => value * (NANOS[unit] ?? outOfRange())

function numbersFrom(level: Level, fieldName: string, origin: number): EachDistance | undefined {
  const field = level.field(fieldName)
  const each = field?.kind === 'numeric' ? columnNumbers(field) : undefined
  return each && ((document, visit) => each(document, (value) => visit(Math.abs(value - origin))))
}

function metresFrom(
  level: Level,
  fieldName: string,
  lat: number,
  lon: number,
): EachDistance | undefined {
  const field = level.field(fieldName)
  if (field?.kind !== 'geo') return undefined
  const each = eachPoint(field)
  return (document, visit) =>
    each(document, (latitude, longitude) =>
      visit(haversineMetres(lat, lon, decodeLat(latitude), decodeLon(longitude))),
    )
}
