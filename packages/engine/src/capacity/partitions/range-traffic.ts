import { limits } from '@rowhouse/protocol'
import { unitsOf } from '../capacity-units.js'
import type { Table } from '../../tables/table-description.js'
import type { Partition } from '../../tables/partitions/partition.js'
import type { PartitionTraffic } from './partition-traffic.js'

interface Visit {
  readonly partition: Partition
  rows: number
  bytes: number
}

/** Charges the partitions that one page of a range reads. */
export class RangeTraffic {
  readonly #traffic: PartitionTraffic
  readonly #table: Table
  readonly #isReverse: boolean
  readonly #visits: Visit[]
  #current: Visit
  #bytes = 0
  #paidUnits = 0

  /** Throws the refusal of the first partition; `first` is the bound at which the page begins. */
  constructor(traffic: PartitionTraffic, table: Table, first: Buffer, isReverse: boolean) {
    this.#traffic = traffic
    this.#table = table
    this.#isReverse = isReverse
    this.#current = { partition: traffic.admit(table, 'read', first, 1), rows: 0, bytes: 0 }
    this.#visits = [this.#current]
    this.#pay()
  }

  /**
   * Whether the page may take the row with this key; if not, it ends before it. Rows are asked for in
   * their order.
   */
  takes(key: Buffer): boolean {
    const { start, end } = this.#current.partition
    const isSame = this.#isReverse
      ? start.length === 0 || start.compare(key, 1) <= 0
      : end === undefined || end.compare(key, 1) > 0
    return isSame ? this.#mayGoOn() : this.#enter(key)
  }

  /** Adds a row that was read, with the bytes that it counts for. */
  add(key: Buffer, bytes: number): void {
    const current = this.#current
    current.rows++
    current.bytes += bytes
    this.#bytes += bytes
    this.#pay()
    current.partition.samples.offer(key, 1, bytes / limits.CAPACITY_UNIT_BYTES)
  }

  /** Divides the cost of the whole page among its partitions. */
  finish(units: number): void {
    const bytes = this.#bytes
    // The throttle's units were taken row by row.
    const traffic = this.#traffic.unthrottled
    for (const visit of this.#visits) {
      const share = bytes === 0 ? 1 / this.#visits.length : visit.bytes / bytes
      const { partition, rows } = visit
      traffic.charge(this.#table, partition, 'read', rows, units * share, visit.bytes)
    }
  }

  /** Takes units as soon as their cost is known, so that concurrent pages see what is left. */
  #pay(): void {
    if (!this.#traffic.throttles(this.#table)) return
    const owed = unitsOf(this.#bytes) - this.#paidUnits
    if (owed === 0) return
    this.#paidUnits += owed
    this.#traffic.prepay(this.#table, this.#current.partition, 'read', owed)
  }

  /** The first row of a partition is always read, because the page was admitted there. */
  #mayGoOn(): boolean {
    const { partition, rows } = this.#current
    return rows === 0 || !this.#traffic.isInDebt(this.#table, partition, 'read')
  }

  #enter(key: Buffer): boolean {
    if (!this.#mayGoOn()) return false
    const traffic = this.#traffic
    const isFirst = this.#visits.length === 1 && this.#current.rows === 0
    const partition = isFirst
      ? traffic.admit(this.#table, 'read', key, 1)
      : this.#table.partitions.find(key, 1)
    if (!isFirst && !traffic.isOpen(this.#table, partition, 'read')) return false
    this.#current = { partition, rows: 0, bytes: 0 }
    // A first partition without rows is not charged.
    if (this.#visits[0]?.rows === 0) this.#visits.length = 0
    this.#visits.push(this.#current)
    return true
  }
}
