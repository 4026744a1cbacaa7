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
import type { PartitionNotice } from './partition-notice.js'
import { type SplitAdvice, findBigValues, halveBytes, halveLoad, placesOf } from './split-key.js'

/** What an operator may choose of partitions. */
export interface PartitionOptions {
  /** A partition that takes more splits. */
  readonly partitionBytes: number
  /** Capacity units per second; one that stays above splits. */
  readonly partitionHotUnits: number
  /** New partitions answer OTSPartitionUnavailable for so long, as the service's do. */
  readonly partitionUnavailableMs: number
  /** A partition-key value that takes more is warned of, and one that takes half of it. */
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
 * Watches the partitions of all tables, about once a second: makes rates of what was counted, measures
 * what has grown, and splits and merges. A split or merge is one commit of the catalogue and then a change
 * in memory, so that no request ever waits for it.
 */
export class PartitionKeeper {
  readonly #parts: KeeperParts
  readonly #bigValues: BigValues
  #running: Promise<void> | undefined
  #tickedAt: number
  #stretchSeconds = 0
  #measuresLeft = 0
  /** That each partition may remember: all together take bounded memory. */
  #historyMinutes: number = engineLimits.PARTITION_HISTORY_MINUTES
  #splits = 0
  #merges = 0

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#bigValues = new BigValues(parts.options.partitionKeyBytes)
    this.#tickedAt = parts.clock.monotonic()
  }

  /** One look at a time: who asks meanwhile waits, and then looks too. */
  async runOnce(pace: Pace = unhurried): Promise<void> {
    while (this.#running !== undefined) await this.#running.catch(() => {})
    this.#running = this.#look(pace)
    try {
      await this.#running
    } finally {
      this.#running = undefined
    }
  }

  async #look(pace: Pace): Promise<void> {
    const now = this.#parts.clock.monotonic()
    const seconds = (now - this.#tickedAt) / 1000
    this.#tickedAt = now
    this.#stretchSeconds += seconds
    const isNewStretch = this.#stretchSeconds >= engineLimits.PARTITION_STRETCH_SECONDS
    if (isNewStretch) this.#stretchSeconds = 0
    this.#measuresLeft = engineLimits.PARTITION_MEASURES_PER_TICK
    const failures: unknown[] = []
    let remembering = 0
    for (const table of this.#tables()) {
      const samples = samplesOf(table)
      for (const partition of table.partitions.all) {
        this.#tick(partition, seconds)
        if (partition.load.minutes.length > 0) remembering++
        if (isNewStretch) partition.samples.turn(samples)
      }
      // What one table suffers from must not keep the others from being looked at.
      await this.#attend(table).catch((error: unknown) => failures.push(error))
      if (!(await pace.next())) break
    }
    this.#historyMinutes = historyMinutes(remembering)
    if (failures.length > 0) throw failures[0]
  }

  async #attend(table: Table): Promise<void> {
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

  /** Each map of partitions once: a local index has that of its table. */
  *#tables(): Iterable<Table> {
    for (const table of this.#parts.catalog.all())
      if (table.description.index?.type !== 'LOCAL') yield table
  }

  #tick(partition: Partition, seconds: number): void {
    const { clock, options } = this.#parts
    const { load } = partition
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
   * Once after the start, and then when so much was written that it may be too large, or now and then, for
   * what nobody has counted.
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

  /** Bytes that make no difference. */
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
    await this.#lookForBigValues(table, partition)
    if (bytes < options.partitionBytes) return
    const advice = await halveBytes(rows, partition)
    if (advice.kind === 'split') await this.#split(table, partition, advice.key, 'bytes')
  }

  async #lookForBigValues(table: Table, partition: Partition): Promise<void> {
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
    if (advice.kind === 'one value') this.#tellHotKey(table, partition, advice)
  }

  #tellHotKey(
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
      // What is still too large is measured again.
      if (halfBytes < this.#parts.options.partitionBytes) half.measuredBytes = halfBytes
    }
  }

  /** One pair for each table and tick; the bounds that a table was created with stay. */
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
    for (const part of [low, high]) merged?.load.inherit(part.load, 1)
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

/** So many for each partition that had load lately. */
const historyMinutes = (partitions: number): number => {
  const share = Math.floor(engineLimits.PARTITION_MINUTES_MAX / Math.max(partitions, 1))
  return Math.max(1, Math.min(share, engineLimits.PARTITION_HISTORY_MINUTES))
}

/** For each of its partitions and a few seconds: all together take bounded memory. */
const samplesOf = ({ partitions }: Table): number => {
  const share = Math.floor(engineLimits.PARTITION_SAMPLES_PER_TABLE / partitions.count)
  const most = Math.min(share, engineLimits.PARTITION_SAMPLES_PER_STRETCH)
  return Math.max(most, engineLimits.PARTITION_SAMPLES_PER_STRETCH_MIN)
}

/** Where the partitions begin that the table was created with. */
const initialStarts = ({ description }: Table): Buffer[] =>
  description.splitPoints.map((point) => encodeRowKey([point]).partition)
