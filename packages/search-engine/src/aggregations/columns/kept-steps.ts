import { outOfRange } from '@rowhouse/platform'
import type { Derived, Make } from '../../segments/segment-reader.js'
import { BLOCK_HITS } from '../aggregator.js'
import type { StepsOf } from './step-table.js'
import { type Places, createPlaces, firstPlace } from './value-places.js'

type Kept = Uint8Array | Uint16Array

/** The steps of a segment's column. */
export interface StepSource {
  readonly derived: Derived | undefined
  /** A name that is unique to the column and the steps. */
  readonly name: string
  /** All steps are below this number. */
  readonly size: number
  /** The number of values in the column. */
  values(): number
  /** Makes what computes the steps of values. */
  compute(): StepsOf
}

/** With more steps than this, nothing is cached. */
const KEPT_STEPS_MAX = 2 ** 16

/**
 * The steps of a column's values, cached once all of them were asked for. They take an eighth of
 * the memory of 64-bit dates, and reading dates is most of the cost of a histogram over all rows.
 */
export class KeptSteps {
  readonly #source: StepSource
  #isAllExpected = false
  #kept: Kept | undefined
  #computed: StepsOf | undefined

  constructor(source: StepSource) {
    this.#source = source
  }

  /** Announces that all documents are read next. */
  expectAll(): void {
    this.#isAllExpected = true
  }

  fill(places: Places, steps: Uint32Array): void {
    const computed = this.#opened()
    if (computed !== undefined) computed(places, steps)
    else if (this.#kept !== undefined) readKept(this.#kept, places, steps)
  }

  /** Undefined where the steps are cached. */
  #opened(): StepsOf | undefined {
    if (this.#kept !== undefined || this.#computed !== undefined) return this.#computed
    const { derived, name, size } = this.#source
    const isFit = derived !== undefined && size <= KEPT_STEPS_MAX
    const make: Make = (checkTime) => this.#make(checkTime)
    const bytes = isFit && (this.#isAllExpected ? derived.get(name, make) : derived.find(name))
    if (bytes instanceof Uint8Array) this.#kept = keptIn(bytes, size)
    else this.#computed = this.#source.compute()
    return this.#computed
  }

  #make(checkTime: () => void): Uint8Array {
    const { size } = this.#source
    const values = this.#source.values()
    const compute = this.#source.compute()
    const bytes = new Uint8Array(values * (size <= 256 ? 1 : 2))
    const kept = keptIn(bytes, size)
    const steps = new Uint32Array(BLOCK_HITS)
    const places = { ...createPlaces(), indices: new Uint32Array(BLOCK_HITS), isRange: true }
    for (let from = 0; from < values; from += BLOCK_HITS) {
      checkTime()
      places.count = Math.min(BLOCK_HITS, values - from)
      for (let place = 0; place < places.count; place++) places.indices[place] = from + place
      compute(places, steps)
      kept.set(steps.subarray(0, places.count), from)
    }
    return bytes
  }
}

function keptIn(bytes: Uint8Array, size: number): Kept {
  if (size <= 256) return bytes
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)
}

function readKept(kept: Kept, places: Places, steps: Uint32Array): void {
  const { count, indices, isRange } = places
  const first = firstPlace(places)
  if (isRange) steps.set(kept.subarray(first, first + count))
  else
    for (let place = 0; place < count; place++)
      steps[place] = kept[indices[place] ?? outOfRange()] ?? outOfRange()
}
