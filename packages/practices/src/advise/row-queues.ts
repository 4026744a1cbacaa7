import { expectDefined } from '@rowhouse/platform'

const NONE = -1

/** A queue of rows for each partition, linked through one array: a row is in one queue at most. */
export class RowQueues {
  readonly #behind: Int32Array
  readonly #first: Int32Array
  readonly #last: Int32Array

  constructor(rows: number, partitions: number) {
    this.#behind = new Int32Array(rows).fill(NONE)
    this.#first = new Int32Array(partitions).fill(NONE)
    this.#last = new Int32Array(partitions).fill(NONE)
  }

  push(partition: number, row: number): void {
    const last = expectDefined(this.#last[partition], 'a partition')
    if (last === NONE) this.#first[partition] = row
    else this.#behind[last] = row
    this.#last[partition] = row
    this.#behind[row] = NONE
  }

  shift(partition: number): number | undefined {
    const row = expectDefined(this.#first[partition], 'a partition')
    if (row === NONE) return undefined
    const next = expectDefined(this.#behind[row], 'a row')
    this.#first[partition] = next
    if (next === NONE) this.#last[partition] = NONE
    return row
  }

  /** Removes all rows and returns them, queue by queue. */
  empty(): number[] {
    const rows: number[] = []
    for (const partition of this.#first.keys()) {
      for (let row = this.shift(partition); row !== undefined; row = this.shift(partition))
        rows.push(row)
    }
    return rows
  }
}
