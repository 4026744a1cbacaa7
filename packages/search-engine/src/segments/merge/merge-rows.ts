import { outOfRange } from '@rowhouse/platform'
import { GrowableUint32 } from '../format/growable.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { DROPPED, type LevelMap } from '../write/document-map.js'
import type { SortStep } from '../write/index-sort-key.js'
import { KeysWriter } from '../write/write-keys.js'
import { type MergeInput, isAlive } from './merge-input.js'
import { mergeSorted } from './merge-sorted.js'
import { KeyCursor, SortCursor } from './row-cursors.js'

/** The rows of the new segment: the input of each, and its number there. */
export interface MergedRows extends LevelMap {
  readonly inputs: Uint32Array
  readonly rows: Uint32Array
}

/** Orders the live rows of all inputs and writes their keys. */
export const mergeRows = (
  writer: SegmentWriter,
  inputs: readonly MergeInput[],
  steps: readonly SortStep[] | undefined,
): MergedRows => {
  const order = new RowsCollector(inputs)
  if (steps !== undefined) {
    const cursors = inputs.map((input) => new SortCursor(input, steps))
    mergeSorted(cursors, ({ row }, input) => order.add(input, row))
  }
  const keys = new KeysWriter(steps === undefined ? countLive(inputs) : order.documents)
  const byKey = new GrowableUint32()
  mergeSorted(
    inputs.map((input) => new KeyCursor(input)),
    ({ row, bytes }, input) => {
      keys.add(bytes, 0, bytes.length)
      if (steps === undefined) order.add(input, row)
      else byKey.push(order.origins[input]?.numbers[row] ?? outOfRange())
    },
  )
  keys.write(writer, steps === undefined ? undefined : byKey.view())
  return order.finish()
}

const countLive = (inputs: readonly MergeInput[]): number => {
  let count = 0
  for (const { segment, live } of inputs)
    for (let row = 0; row < segment.rows.documents; row++) if (isAlive(live, row)) count++
  return count
}

class RowsCollector {
  readonly origins: readonly { readonly numbers: Uint32Array }[]
  readonly #inputs = new GrowableUint32()
  readonly #rows = new GrowableUint32()

  constructor(inputs: readonly MergeInput[]) {
    this.origins = inputs.map(({ segment }) => ({
      numbers: new Uint32Array(segment.rows.documents).fill(DROPPED),
    }))
  }

  get documents(): number {
    return this.#rows.length
  }

  add(input: number, row: number): void {
    const numbers = this.origins[input]?.numbers
    if (numbers !== undefined) numbers[row] = this.#rows.length
    this.#inputs.push(input)
    this.#rows.push(row)
  }

  finish(): MergedRows {
    const { documents, origins } = this
    return { documents, origins, inputs: this.#inputs.view(), rows: this.#rows.view() }
  }
}
