import { engineLimits } from '../../limits.js'
import type { Table } from '../../tables/table-description.js'
import type { Partition } from '../../tables/partitions/partition.js'
import type { PartitionNotice } from './partition-notice.js'

/** Tells of every partition-key value once when it passes half of what it should take, and once at all. */
export class BigValues {
  readonly #bytes: number
  /** The size that each was last told of. */
  readonly #told = new Map<string, number>()

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  notices(table: Table, { bigValues }: Partition): PartitionNotice[] {
    const notices: PartitionNotice[] = []
    for (const { key, bytes } of bigValues) {
      const passed = bytes >= this.#bytes ? this.#bytes : this.#bytes / 2
      const name = `${table.description.id}:${key.toString('latin1')}`
      if ((this.#told.get(name) ?? 0) >= passed) continue
      this.#remember(name, passed)
      notices.push({ kind: 'big value', table, key, bytes, passed })
    }
    return notices
  }

  /** The oldest are forgotten, and told of again, when there are too many. */
  #remember(name: string, passed: number): void {
    this.#told.delete(name)
    this.#told.set(name, passed)
    const [oldest] = this.#told.keys()
    const isFull = this.#told.size > engineLimits.PARTITION_BIG_VALUES_MAX
    if (isFull && oldest !== undefined) this.#told.delete(oldest)
  }
}
