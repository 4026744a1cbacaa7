import { outOfRange } from '@rowhouse/platform'
import type { NumericColumn } from '../../segments/field-reader.js'
import { millisOfNanoseconds } from '../../values/instant.js'
import { type Places, firstPlace } from './value-places.js'

/**
 * Reads the values at given places. The answer is part of the column or is overwritten by the next
 * call.
 */
export type Gather = (places: Places) => Float64Array

const TWO_32 = 2 ** 32
const NANOS_PER_MILLI = 1_000_000n

/** Reads each value as the nearest double. */
export function gatherDoubles({ values, base, scale }: NumericColumn): Gather {
  if (values instanceof Float64Array) return gatherFloats(values)
  if (values instanceof BigInt64Array)
    return gatherLongs(values, (high, low) => high * TWO_32 + low)
  if (isExact(base, scale)) return gatherUnits(values, Number(base), Number(scale))
  return gatherSlowly(values, (unit) => Number(base + scale * BigInt(unit)))
}

/** Reads nanoseconds as whole milliseconds, rounded down. */
export function gatherMilliseconds({ values, base, scale }: NumericColumn): Gather {
  if (values instanceof Float64Array) throw new Error('dates are integers')
  if (values instanceof BigInt64Array) return gatherLongs(values, millisOfNanoseconds)
  const baseRest = modulo(base, NANOS_PER_MILLI)
  const baseMs = Number((base - baseRest) / NANOS_PER_MILLI)
  const scaleMs = Number(scale / NANOS_PER_MILLI)
  const scaleRest = Number(scale % NANOS_PER_MILLI)
  if (scaleRest === 0) return gatherUnits(values, baseMs, scaleMs)
  const rest = Number(baseRest)
  return gatherSlowly(
    values,
    (unit) => baseMs + scaleMs * unit + Math.floor((rest + scaleRest * unit) / 1_000_000),
  )
}

/** Reads the raw numbers of the column's array; of 64-bit integers the upper halves. */
export function gatherRaw({ values }: NumericColumn): Gather {
  if (values instanceof Float64Array) return gatherFloats(values)
  if (values instanceof BigInt64Array) return gatherLongs(values, (high) => high)
  return gatherUnits(values, 0, 1)
}

export function gatherLowHalves(values: BigInt64Array): Gather {
  return gatherLongs(values, (_high, low) => low)
}

/**
 * Whether doubles are exact for all values that an int32 stands for, intermediate results included.
 */
export function isExact(base: bigint, scale: bigint): boolean {
  const most = (base < 0n ? -base : base) + scale * 2n ** 31n
  return most <= BigInt(Number.MAX_SAFE_INTEGER)
}

export function modulo(value: bigint, divisor: bigint): bigint {
  const rest = value % divisor
  return rest < 0n ? rest + divisor : rest
}

function gatherFloats(values: Float64Array): Gather {
  const into = new Scratch()
  return (places) => {
    const { count, indices, isRange } = places
    const first = firstPlace(places)
    if (isRange) return values.subarray(first, first + count)
    const out = into.reserve(count)
    for (let place = 0; place < count; place++)
      out[place] = values[indices[place] ?? outOfRange()] ?? outOfRange()
    return out
  }
}

function gatherUnits(values: Int32Array, base: number, scale: number): Gather {
  const into = new Scratch()
  return (places) => {
    const { count, indices, isRange } = places
    const out = into.reserve(count)
    if (isRange) {
      const first = firstPlace(places)
      for (let place = 0; place < count; place++) {
        out[place] = base + scale * (values[first + place] ?? outOfRange())
      }
      return out
    }
    for (let place = 0; place < count; place++) {
      out[place] = base + scale * (values[indices[place] ?? outOfRange()] ?? outOfRange())
    }
    return out
  }
}

function gatherSlowly(values: Int32Array, valueOf: (unit: number) => number): Gather {
  const into = new Scratch()
  return ({ count, indices }) => {
    const out = into.reserve(count)
    for (let place = 0; place < count; place++) {
      out[place] = valueOf(values[indices[place] ?? outOfRange()] ?? outOfRange())
    }
    return out
  }
}

/** Reads halves, because each bigint that is read allocates an object. */
function gatherLongs(
  values: BigInt64Array,
  valueOf: (high: number, low: number) => number,
): Gather {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  const into = new Scratch()
  return ({ count, indices }) => {
    const out = into.reserve(count)
    for (let place = 0; place < count; place++) {
      const at = (indices[place] ?? outOfRange()) * 2
      out[place] = valueOf(words[at + 1] ?? outOfRange(), (words[at] ?? outOfRange()) >>> 0)
    }
    return out
  }
}

class Scratch {
  #values = new Float64Array(0)

  reserve(count: number): Float64Array {
    if (this.#values.length < count) this.#values = new Float64Array(count * 2)
    return this.#values
  }
}
