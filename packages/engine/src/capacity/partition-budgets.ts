import type { Partition } from '../tables/partitions/partition.js'
import type { Access } from './partitions/partition-traffic.js'
import type { Table, TableDescription } from '../tables/table-description.js'
import { type TableBudget, burstOf } from './table-budget.js'
import { TokenBucket } from './token-bucket.js'

/** The budget of one partition: the most that it serves, and its share of the reserved units. */
interface PartitionBudget {
  readonly ceiling: TokenBucket
  /** Undefined when nothing is reserved: only the ceiling applies then. */
  readonly read: TokenBucket | undefined
  readonly write: TokenBucket | undefined
  readonly reads: readonly TokenBucket[]
  readonly writes: readonly TokenBucket[]
}

type Kind = 'ceiling' | 'read' | 'write'
type Rates = Readonly<Record<Kind, number>>

/**
 * Divides the reserved units of a table evenly among its partitions, each of which also has a ceiling.
 * Others cannot use the share of an idle partition, so uneven load wastes reserved units.
 */
export class PartitionBudgets implements TableBudget {
  readonly #ceiling: number
  #reserved: TableDescription['reserved'] | undefined
  #version = -1
  #budgets: ReadonlyMap<Partition, PartitionBudget> = new Map()

  /** `ceiling` in units per second, reads and writes together. */
  constructor(ceiling: number) {
    this.#ceiling = ceiling
  }

  buckets(table: Table, partition: Partition, access: Access, now: number): readonly TokenBucket[] {
    const { partitions, description } = table
    if (partitions.version !== this.#version || description.reserved !== this.#reserved)
      this.#share(table, now)
    // The partition may have been split since the caller found it.
    const budget =
      this.#budgets.get(partition) ?? this.#budgets.get(partitions.find(partition.start, 0))
    if (budget === undefined) return []
    return access === 'read' ? budget.reads : budget.writes
  }

  #share({ partitions, description: { reserved } }: Table, now: number): void {
    const { all, version } = partitions
    const rates = {
      ceiling: this.#ceiling,
      read: reserved.read / all.length,
      write: reserved.write / all.length,
    }
    const present = new Set(all)
    const gone = [...this.#budgets].filter(([partition]) => !present.has(partition))
    const fresh = all.filter((partition) => !this.#budgets.has(partition))
    this.#budgets = new Map(
      all.map((partition) => {
        const known = this.#budgets.get(partition)
        if (known !== undefined) return [partition, changed(known, rates, now)]
        const levelOf = (kind: Kind) => inherited(partition, gone, fresh, kind, now)
        return [partition, opened(rates, levelOf, now)]
      }),
    )
    this.#version = version
    this.#reserved = reserved
  }
}

/**
 * The level of a new partition's bucket. After a split it is an equal part of the old level, debt
 * included; after a merge it is the sum. Undefined when there was no such bucket.
 */
const inherited = (
  successor: Partition,
  gone: readonly (readonly [Partition, PartitionBudget])[],
  fresh: readonly Partition[],
  kind: Kind,
  now: number,
): number | undefined => {
  let level: number | undefined
  for (const [partition, budget] of gone) {
    const bucket = budget[kind]
    if (bucket === undefined || !overlap(partition, successor)) continue
    const successors = fresh.filter((other) => overlap(partition, other)).length
    level = (level ?? 0) + bucket.level(now) / successors
  }
  return level
}

const overlap = (a: Partition, b: Partition): boolean =>
  (a.end === undefined || b.start.compare(a.end) < 0) &&
  (b.end === undefined || a.start.compare(b.end) < 0)

const opened = (
  rates: Rates,
  levelOf: (kind: Kind) => number | undefined,
  now: number,
): PartitionBudget => {
  const open = (kind: Kind): TokenBucket =>
    new TokenBucket(rates[kind], burstOf(rates[kind]), now, levelOf(kind))
  const read = rates.read > 0 ? open('read') : undefined
  const write = rates.write > 0 ? open('write') : undefined
  return withLists(open('ceiling'), read, write)
}

const changed = (known: PartitionBudget, rates: Rates, now: number): PartitionBudget => {
  const change = (kind: 'read' | 'write'): TokenBucket | undefined => {
    const rate = rates[kind]
    if (rate === 0) return undefined
    const bucket = known[kind]
    if (bucket === undefined) return new TokenBucket(rate, burstOf(rate), now)
    bucket.change(rate, burstOf(rate), now)
    return bucket
  }
  return withLists(known.ceiling, change('read'), change('write'))
}

const withLists = (
  ceiling: TokenBucket,
  read: TokenBucket | undefined,
  write: TokenBucket | undefined,
): PartitionBudget => ({
  ceiling,
  read,
  write,
  reads: read === undefined ? [ceiling] : [ceiling, read],
  writes: write === undefined ? [ceiling] : [ceiling, write],
})
