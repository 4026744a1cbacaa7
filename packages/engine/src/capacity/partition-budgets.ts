import type { Partition } from '../tables/partitions/partition.js'
import type { Access } from './partitions/partition-traffic.js'
import type { Table, TableDescription } from '../tables/table-description.js'
import { type TableBudget, burstOf } from './table-budget.js'
import { TokenBucket } from './token-bucket.js'

/** Of one partition: what it serves at all, and its share of what is reserved. */
interface PartitionBudget {
  readonly ceiling: TokenBucket
  /** Undefined where nothing is reserved: then the ceiling is all there is. */
  readonly read: TokenBucket | undefined
  readonly write: TokenBucket | undefined
  readonly reads: readonly TokenBucket[]
  readonly writes: readonly TokenBucket[]
}

type Kind = 'ceiling' | 'read' | 'write'
type Rates = Readonly<Record<Kind, number>>

/**
 * The reserved units of a table spread evenly over its partitions, each of which has a ceiling besides. An
 * idle partition keeps its share to itself, so uneven keys waste what is reserved.
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
    // It may have been split since it was found.
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

/** Parts share what the whole had, debt too; a whole has what its parts had. Undefined: nothing to share. */
const inherited = (
  heir: Partition,
  gone: readonly (readonly [Partition, PartitionBudget])[],
  fresh: readonly Partition[],
  kind: Kind,
  now: number,
): number | undefined => {
  let level: number | undefined
  for (const [partition, budget] of gone) {
    const bucket = budget[kind]
    if (bucket === undefined || !overlap(partition, heir)) continue
    const heirs = fresh.filter((other) => overlap(partition, other)).length
    level = (level ?? 0) + bucket.level(now) / heirs
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
