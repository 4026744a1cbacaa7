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

/** What one page of a range costs the partitions that it passes. */
export class RangeTraffic {
  readonly #traffic: PartitionTraffic
  readonly #table: Table
  readonly #isReverse: boolean
  readonly #visits: Visit[]
  #current: Visit
  #bytes = 0
  #paidUnits = 0

  /** Throws what the first partition says; `first` is the bound that the page begins at. */
  constructor(traffic: PartitionTraffic, table: Table, first: Buffer, isReverse: boolean) {
    this.#traffic = traffic
    this.#table = table
    this.#isReverse = isReverse
    this.#current = { partition: traffic.admit(table, 'read', first, 1), rows: 0, bytes: 0 }
    this.#visits = [this.#current]
    this.#pay()
  }

  /** Whether the page may take the row with this key; else it ends before. Rows come in their order. */
  takes(key: Buffer): boolean {
    const { start, end } = this.#current.partition
    const isSame = this.#isReverse
      ? start.length === 0 || start.compare(key, 1) <= 0
      : end === undefined || end.compare(key, 1) > 0
    return isSame ? this.#goesOn() : this.#enter(key)
  }

  /** The row was read; so many of its bytes count. */
  add(key: Buffer, bytes: number): void {
    const current = this.#current
    current.rows++
    current.bytes += bytes
    this.#bytes += bytes
    this.#pay()
    current.partition.samples.offer(key, 1, bytes / limits.CAPACITY_UNIT_BYTES)
  }

  /** Shares out what the whole page costs. */
  finish(units: number): void {
    const bytes = this.#bytes
    // It was paid for on the way.
    const traffic = this.#traffic.unthrottled
    for (const visit of this.#visits) {
      const share = bytes === 0 ? 1 / this.#visits.length : visit.bytes / bytes
      const { partition, rows } = visit
      traffic.charge(this.#table, partition, 'read', rows, units * share, visit.bytes)
    }
  }

  /** As soon as it is known, so that other pages at the same time find what is left. */
  #pay(): void {
    if (!this.#traffic.isThrottled) return
    const owed = unitsOf(this.#bytes) - this.#paidUnits
    if (owed === 0) return
    this.#paidUnits += owed
    this.#traffic.prepay(this.#table, this.#current.partition, 'read', owed)
  }

  /** The first row is always read: the page was let in. */
  #goesOn(): boolean {
    const { partition, rows } = this.#current
    return rows === 0 || !this.#traffic.isInDebt(this.#table, partition, 'read')
  }

  #enter(key: Buffer): boolean {
    if (!this.#goesOn()) return false
    const traffic = this.#traffic
    const isFirst = this.#visits.length === 1 && this.#current.rows === 0
    const partition = isFirst
      ? traffic.admit(this.#table, 'read', key, 1)
      : this.#table.partitions.find(key, 1)
    if (!isFirst && !traffic.isOpen(this.#table, partition, 'read')) return false
    this.#current = { partition, rows: 0, bytes: 0 }
    // A page that read nothing there has not been there.
    if (this.#visits[0]?.rows === 0) this.#visits.length = 0
    this.#visits.push(this.#current)
    return true
  }
}
