import { outOfRange } from '@rowhouse/platform'
import type { NumericColumn } from '../../segments/field-reader.js'
import { NO_MORE, type Scorer, type Tester } from '../doc-set.js'
import { hasBit } from '../walks/bits-walk.js'
import type { Tick } from '../walks/ticker.js'

/** Documents between two calls of `tick`. */
const DOCUMENTS_PER_TICK = 64

/** Walks a column document by document: for intervals that contain most documents. */
export class ColumnWalk implements Scorer {
  readonly cost: number
  readonly tester: Tester
  document = -1
  private readonly documents: number
  private readonly constant: number
  private readonly tick: Tick

  constructor(documents: number, cost: number, tester: Tester, constant: number, tick: Tick) {
    this.documents = documents
    this.cost = cost
    this.tester = tester
    this.constant = constant
    this.tick = tick
  }

  next(): number {
    return this.advance(this.document + 1)
  }

  advance(target: number): number {
    const { documents, tester } = this
    for (let document = target; document < documents; document += 1) {
      if (tester.test(document)) {
        this.document = document
        return document
      }
      if (document % DOCUMENTS_PER_TICK === 0) this.tick()
    }
    this.document = NO_MORE
    return NO_MORE
  }

  score(): number {
    return this.constant
  }
}

/** Sets the bits of a numeric interval word by word: a broad one has a bit in every word. */
export function addColumnInterval(
  column: NumericColumn,
  present: Uint32Array | undefined,
  documents: number,
  low: number,
  high: number,
  bits: Uint32Array,
): void {
  const { values } = column
  if (values instanceof BigInt64Array) throw new Error('a number interval on 64-bit integers')
  if (values instanceof Int32Array) {
    addIntegers(values, present, documents, low, high, bits)
    return
  }
  for (let start = 0; start < documents; start += 32) {
    const end = Math.min(start + 32, documents)
    let word = 0
    for (let document = start; document < end; document += 1) {
      const value = values[document] ?? outOfRange()
      if (value >= low && value <= high) word |= 1 << (document & 31)
    }
    const index = start >>> 5
    bits[index] =
      (bits[index] ?? outOfRange()) |
      (present === undefined ? word : word & (present[index] ?? outOfRange()))
  }
}

/** Branch-free, since which values are inside is hard to predict. */
function addIntegers(
  values: Int32Array,
  present: Uint32Array | undefined,
  documents: number,
  low: number,
  high: number,
  bits: Uint32Array,
): void {
  const width = (high - low) | 0
  for (let start = 0; start < documents; start += 32) {
    const end = Math.min(start + 32, documents)
    let outside = 0
    for (let document = start; document < end; document += 1) {
      const above = ((values[document] ?? outOfRange()) - low) | 0
      // The borrow of the unsigned width - above: 1 where the value is not inside.
      const borrow = (~width & above) | (~(width ^ above) & (width - above))
      outside |= (borrow >>> 31) << (document & 31)
    }
    const index = start >>> 5
    const inside = ~outside & (-1 >>> (31 - ((end - 1) & 31)))
    bits[index] =
      (bits[index] ?? outOfRange()) |
      (present === undefined ? inside : inside & (present[index] ?? outOfRange()))
  }
}

/** Sets the bits of the documents that a tester accepts. */
export function addTested(tester: Tester, documents: number, bits: Uint32Array): void {
  for (let document = 0; document < documents; document += 1) {
    if (hasBit(bits, document) || !tester.test(document)) continue
    const index = document >>> 5
    bits[index] = (bits[index] ?? outOfRange()) | (1 << (document & 31))
  }
}
