import { engineLimits } from '../../limits.js'
import type { Table } from '../../tables/table-description.js'
import type { Partition } from '../../tables/partitions/partition.js'
import type { PartitionNotice } from './partition-notice.js'

/**
 * Reports each partition-key value once when it reaches half of the bytes that one should have, and once
 * when it reaches all of them.
 */
export class BigValues {
  readonly #bytes: number
  /** The threshold that was last reported for each value. */
  readonly #reported = new Map<string, number>()

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  notices(table: Table, { bigValues }: Partition): PartitionNotice[] {
    const notices: PartitionNotice[] = []
    for (const { key, bytes } of bigValues) {
      const passed = bytes >= this.#bytes ? this.#bytes : this.#bytes / 2
      const name = `${table.description.id}:${key.toString('latin1')}`
      if ((this.#reported.get(name) ?? 0) >= passed) continue
      this.#remember(name, passed)
      notices.push({ kind: 'big value', table, key, bytes, passed })
    }
    return notices
  }

  /** Evicts the oldest value past the bound, which may report that value again. */
  #remember(name: string, passed: number): void {
    this.#reported.delete(name)
    this.#reported.set(name, passed)
    const [oldest] = this.#reported.keys()
    const isFull = this.#reported.size > engineLimits.PARTITION_BIG_VALUES_MAX
    if (isFull && oldest !== undefined) this.#reported.delete(oldest)
  }
}
