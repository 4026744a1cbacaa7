import { storeLimits } from '@rowhouse/store'
import { encodeRowKey } from '../../keys/encode-key.js'
import { engineLimits } from '../../limits.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import { type Clock, type Pace, unhurried } from '@rowhouse/platform'
import type { StoredCatalog } from '../../tables/stored-catalog.js'
import type { RowPlaces } from '../../stored-rows/row-places.js'
import type { Table } from '../../tables/table-description.js'
import { BigValues } from './big-values.js'
import type { Partition } from '../../tables/partitions/partition.js'
import {
  type PartitionEvent,
  type PartitionLayout,
  mergeAt,
  splitAt,
} from '../../tables/partitions/partition-layout.js'
import { hotRoom, keepHottest } from './hottest-values.js'
import type { PartitionNotice } from './partition-notice.js'
import { type SplitAdvice, findBigValues, halveBytes, halveLoad, placesOf } from './split-key.js'

/** The operator's settings for partitions. */
export interface PartitionOptions {
  /** A partition with more bytes is split. */
  readonly partitionBytes: number
  /** Capacity units per second; a partition that stays above them is split. */
  readonly partitionHotUnits: number
  /** How long new partitions answer OTSPartitionUnavailable, as the service's do. */
  readonly partitionUnavailableMs: number
  /**
   * The bytes that one partition-key value should have at most. A notice follows at half of them, and at
   * all.
   */
  readonly partitionKeyBytes: number
}

export interface PartitionFigures {
  readonly splits: number
  readonly merges: number
  readonly hotKeys: number
  readonly bigValues: number
}

interface KeeperParts {
  readonly store: PartitionStore
  readonly catalog: StoredCatalog
  readonly clock: Clock
  readonly options: PartitionOptions
  readonly onNotice?: ((notice: PartitionNotice) => void) | undefined
}

/**
 * Watches the partitions of all tables, about once a second: it turns counters into rates, measures
 * partitions that have grown, and splits and merges. A split or merge is one commit of the catalogue and
 * then a change in memory, so no request ever waits for it.
 */
export class PartitionKeeper {
  readonly #parts: KeeperParts
  readonly #bigValues: BigValues
  #running: Promise<void> | undefined
  #tickedAt: number
  #stretchSeconds = 0
  #measuresLeft = 0
  /** How many minutes each partition keeps, so that all together take bounded memory. */
  #historyMinutes: number = engineLimits.PARTITION_HISTORY_MINUTES
  /** How much each partition keeps of its hottest values. */
  #hotRoom = hotRoom(1)
  #hotMinutesLeft = 0
  #splits = 0
  #merges = 0

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#bigValues = new BigValues(parts.options.partitionKeyBytes)
    this.#tickedAt = parts.clock.monotonic()
  }

  /** Only one round runs at a time; a call during a round waits and then runs its own. */
  async runOnce(pace: Pace = unhurried): Promise<void> {
    while (this.#running !== undefined) await this.#running.catch(() => {})
    this.#running = this.#runRound(pace)
    try {
      await this.#running
    } finally {
      this.#running = undefined
    }
  }

  async #runRound(pace: Pace): Promise<void> {
    const now = this.#parts.clock.monotonic()
    const seconds = (now - this.#tickedAt) / 1000
    this.#tickedAt = now
    this.#stretchSeconds += seconds
    const isNewStretch = this.#stretchSeconds >= engineLimits.PARTITION_STRETCH_SECONDS
    if (isNewStretch) this.#stretchSeconds = 0
    this.#measuresLeft = engineLimits.PARTITION_MEASURES_PER_TICK
    this.#hotMinutesLeft = engineLimits.PARTITION_HOT_MINUTES_PER_TICK
    const failures: unknown[] = []
    let withHistory = 0
    for (const table of this.#tables()) {
      const samples = samplesOf(table)
      for (const partition of table.partitions.all) {
        this.#tick(partition, seconds)
        if (partition.load.minutes.length > 0) withHistory++
        if (isNewStretch) partition.samples.turn(samples)
      }
      // A failure of one table must not keep the others from their turn.
      await this.#maintain(table).catch((error: unknown) => failures.push(error))
      if (!(await pace.next())) break
    }
    this.#historyMinutes = historyMinutes(withHistory)
    this.#hotRoom = hotRoom(withHistory)
    if (failures.length > 0) throw failures[0]
  }

  async #maintain(table: Table): Promise<void> {
    for (const partition of table.partitions.all) {
      if (this.#measuresLeft > 0 && this.#isToBeMeasured(partition)) {
        this.#measuresLeft--
        await this.#measure(table, partition)
      }
      if (this.#isHot(partition)) await this.#splitHot(table, partition)
    }
    await this.#mergeCold(table)
  }

  figures(): PartitionFigures {
    let [hotKeys, bigValues] = [0, 0]
    for (const table of this.#tables()) {
      for (const partition of table.partitions.all) {
        if (partition.hotKey !== undefined) hotKeys++
        bigValues += partition.bigValues.length
      }
    }
    return { splits: this.#splits, merges: this.#merges, hotKeys, bigValues }
  }

  /** Yields each map of partitions once: a local index shares that of its main table. */
  *#tables(): Iterable<Table> {
    for (const table of this.#parts.catalog.all())
      if (table.description.index?.type !== 'LOCAL') yield table
  }

  #tick(partition: Partition, seconds: number): void {
    const { clock, options } = this.#parts
    const { load } = partition
    if (this.#hotMinutesLeft > 0 && keepHottest(partition, clock.now(), this.#hotRoom)) {
      this.#hotMinutesLeft--
    }
    load.tick(clock.now(), seconds, this.#historyMinutes)
    partition.secondsSinceMeasured += seconds
    const isHot = load.unitsPerSecond >= options.partitionHotUnits
    partition.hotSeconds = isHot ? partition.hotSeconds + seconds : 0
    if (!isHot) partition.hotKey = undefined
    const isCold =
      partition.measuredBytes !== undefined &&
      load.unitsPerSecond * engineLimits.PARTITION_COLD_PART <= options.partitionHotUnits &&
      partition.bytes * engineLimits.PARTITION_COLD_PART <= options.partitionBytes
    partition.coldSeconds = isCold ? partition.coldSeconds + seconds : 0
  }

  #isHot({ hotSeconds }: Partition): boolean {
    return hotSeconds >= engineLimits.PARTITION_HOT_SECONDS
  }

  /**
   * A partition is measured once after the start, again when so much was written that it may be too
   * large, and at long intervals for changes that no counter sees.
   */
  #isToBeMeasured(partition: Partition): boolean {
    const { measuredBytes, secondsSinceMeasured, bytes, load } = partition
    if (measuredBytes === undefined) return true
    if (secondsSinceMeasured >= engineLimits.PARTITION_MEASURE_SECONDS) return true
    const isMuch = load.unmeasuredBytes >= this.#unmeasuredMax
    return isMuch && bytes * 2 >= this.#watchedBytes
  }

  get #watchedBytes(): number {
    const { partitionBytes, partitionKeyBytes } = this.#parts.options
    return Math.min(partitionBytes, partitionKeyBytes)
  }

  /** Fewer unmeasured bytes make no difference. */
  get #unmeasuredMax(): number {
    return this.#watchedBytes / engineLimits.PARTITION_MEASURED_PART
  }

  #placesOf(table: Table, partition: Partition): RowPlaces {
    const most = Math.max(this.#unmeasuredMax, storeLimits.UNMEASURED_BYTES_MAX)
    return placesOf(this.#parts.store, table.description, partition, most)
  }

  async #measure(table: Table, partition: Partition): Promise<void> {
    const { options } = this.#parts
    const rows = this.#placesOf(table, partition)
    const bytes = await partition.measure(rows)
    await this.#findBigValues(table, partition)
    if (bytes < options.partitionBytes) return
    const advice = await halveBytes(rows, partition)
    if (advice.kind === 'split') await this.#split(table, partition, advice.key, 'bytes')
  }

  async #findBigValues(table: Table, partition: Partition): Promise<void> {
    const { options, onNotice } = this.#parts
    const total = partition.measuredBytes ?? 0
    const warned = options.partitionKeyBytes / 2
    const rows = this.#placesOf(table, partition)
    partition.bigValues = total < warned ? [] : await findBigValues(rows, total, warned)
    for (const notice of this.#bigValues.notices(table, partition)) onNotice?.(notice)
  }

  async #splitHot(table: Table, partition: Partition): Promise<void> {
    const advice = halveLoad(partition.samples.collected())
    if (advice.kind === 'split') await this.#split(table, partition, advice.key, 'load')
    if (advice.kind === 'one value') this.#reportHotKey(table, partition, advice)
  }

  #reportHotKey(
    table: Table,
    partition: Partition,
    { key, share }: Extract<SplitAdvice, { kind: 'one value' }>,
  ): void {
    const isKnown = partition.hotKey?.key.equals(key) === true
    const unitsPerSecond = partition.load.unitsPerSecond * share
    partition.hotKey = { key, share, unitsPerSecond }
    if (!isKnown) this.#parts.onNotice?.({ kind: 'hot key', table, share, unitsPerSecond, key })
  }

  async #split(
    table: Table,
    partition: Partition,
    key: Buffer,
    reason: PartitionEvent['reason'],
  ): Promise<void> {
    const { partitions } = table
    if (partitions.count >= engineLimits.PARTITIONS_PER_TABLE_MAX) return
    if (!partitions.all.includes(partition)) return
    const cause = { at: this.#parts.clock.now(), reason }
    const layout = splitAt(partitions.layout, partition.id, key, cause)
    if (!(await this.#change(table, layout))) return
    this.#splits++
    const halfBytes = partition.bytes / 2
    for (const half of partitions.all.filter(({ id }) => id >= layout.nextId - 2)) {
      half.load.inherit(partition.load, 1 / 2)
      const isHeld = (key: string) => half.holds(Buffer.from(key, 'latin1'))
      half.hotMinutes.inherit(partition.hotMinutes, isHeld, this.#hotRoom)
      // Halves that may still be too large get no size here, so that they are measured.
      if (halfBytes < this.#parts.options.partitionBytes) half.measuredBytes = halfBytes
    }
  }

  /** Merges at most one pair per table and tick. The bounds that a table was created with stay. */
  async #mergeCold(table: Table): Promise<void> {
    const { partitions } = table
    if (partitions.count === 1) return
    const kept = new Set(initialStarts(table).map((start) => start.toString('latin1')))
    const at = partitions.all.findIndex((partition, index) => {
      const next = partitions.all[index + 1]
      if (next === undefined || kept.has(next.start.toString('latin1'))) return false
      return [partition, next].every(
        ({ coldSeconds }) => coldSeconds >= engineLimits.PARTITION_MERGE_SECONDS,
      )
    })
    const [low, high] = [partitions.all[at], partitions.all[at + 1]]
    if (low === undefined || high === undefined) return
    const cause = { at: this.#parts.clock.now(), reason: 'cold' as const }
    const layout = mergeAt(partitions.layout, low.id, cause)
    if (!(await this.#change(table, layout))) return
    this.#merges++
    const merged = partitions.all[at]
    for (const part of [low, high]) {
      merged?.load.inherit(part.load, 1)
      merged?.hotMinutes.inherit(part.hotMinutes, () => true, this.#hotRoom)
    }
    if (merged !== undefined) merged.measuredBytes = low.bytes + high.bytes
  }

  async #change(table: Table, layout: PartitionLayout): Promise<boolean> {
    const { catalog, clock, options, onNotice } = this.#parts
    const { partitions } = table
    const before = new Set(partitions.all)
    if (!(await catalog.changePartitions(table, partitions.version, layout))) return false
    if (options.partitionUnavailableMs > 0) {
      const until = clock.monotonic() + options.partitionUnavailableMs
      for (const partition of partitions.all)
        if (!before.has(partition)) partition.unavailableUntil = until
    }
    const event = layout.events.at(-1)
    if (event !== undefined) onNotice?.({ ...event, table, count: partitions.count })
    return true
  }
}

/** How many minutes each of the partitions with recent load may keep. */
const historyMinutes = (partitions: number): number => {
  const share = Math.floor(engineLimits.PARTITION_MINUTES_MAX / Math.max(partitions, 1))
  return Math.max(1, Math.min(share, engineLimits.PARTITION_HISTORY_MINUTES))
}

/**
 * How many samples each partition of the table takes in a stretch, so that all together take bounded
 * memory.
 */
const samplesOf = ({ partitions }: Table): number => {
  const share = Math.floor(engineLimits.PARTITION_SAMPLES_PER_TABLE / partitions.count)
  const most = Math.min(share, engineLimits.PARTITION_SAMPLES_PER_STRETCH)
  return Math.max(most, engineLimits.PARTITION_SAMPLES_PER_STRETCH_MIN)
}

/** The start keys of the partitions that the table was created with. */
const initialStarts = ({ description }: Table): Buffer[] =>
  description.splitPoints.map((point) => encodeRowKey([point]).partition)
