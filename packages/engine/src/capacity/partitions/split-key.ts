import { partitionOf } from '../../keys/decode-key.js'
import { afterRow } from '../../keys/encode-key.js'
import { Space } from '../../keys/spaces.js'
import { engineLimits } from '../../limits.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import { type Place, RowPlaces } from '../../stored-rows/row-places.js'
import type { TableDescription } from '../../tables/table-description.js'
import type { KeySample } from '../../tables/partitions/key-samples.js'
import type { BigValue, Partition } from '../../tables/partitions/partition.js'

/** Where to split a partition, or the one partition-key value that makes a split useless. */
export type SplitAdvice =
  | { readonly kind: 'split'; readonly key: Buffer }
  | { readonly kind: 'one value'; readonly key: Buffer; readonly share: number }
  | { readonly kind: 'unknown' }

const UNKNOWN: SplitAdvice = { kind: 'unknown' }

/** A value of a sample, with its share of the units, and how often it was sampled. */
interface ValueShare {
  readonly key: Buffer
  share: number
  samples: number
}

/** The distinct values of a sample in the order of their keys. */
export const sharesOf = (samples: readonly KeySample[]): ValueShare[] => {
  const values = new Map<string, ValueShare>()
  let total = 0
  for (const { units } of samples) total += units
  if (total === 0) return []
  for (const { key, units } of samples) {
    const name = key.toString('latin1')
    const value = values.get(name) ?? { key, share: 0, samples: 0 }
    value.share += units / total
    value.samples += 1
    values.set(name, value)
  }
  return [...values.values()].sort((a, b) => a.key.compare(b.key))
}

/** Advises a split at the value with which the second half of the load begins. */
export const halveLoad = (samples: readonly KeySample[]): SplitAdvice => {
  if (samples.length < engineLimits.PARTITION_SAMPLES_MIN) return UNKNOWN
  const values = sharesOf(samples)
  const one = values.find(({ share }) => share > 0.5)
  if (one !== undefined) return { kind: 'one value', key: one.key, share: one.share }
  let before = 0
  let best: { readonly key: Buffer; readonly distance: number } | undefined
  for (const [index, { key, share }] of values.entries()) {
    const distance = Math.abs(before - 0.5)
    // A split at the first value would divide nothing of the sample.
    if (index > 0 && distance < (best?.distance ?? 1)) best = { key, distance }
    before += share
  }
  return best === undefined ? UNKNOWN : { kind: 'split', key: best.key }
}

/** The rows of a partition, to find where its bytes are. */
export const placesOf = (
  store: PartitionStore,
  table: TableDescription,
  { start, end }: Partition,
  unmeasuredMax?: number,
): RowPlaces =>
  new RowPlaces(
    store,
    table,
    rowKeyOf(start),
    end === undefined ? Buffer.of(Space.ROWS + 1) : rowKeyOf(end),
    unmeasuredMax,
  )

/** As a share of the bytes; a more exact middle would not be worth the search. */
const NEAR_THE_MIDDLE = 0.02

/** Advises a split at the value with which the second half of the bytes begins. */
export const halveBytes = async (rows: RowPlaces, partition: Partition): Promise<SplitAdvice> => {
  const total = await rows.total()
  const [first, last] = [await rows.first(), await rows.last()]
  if (total === 0 || first === undefined || last === undefined) return UNKNOWN
  const middle = await rows.at(total / 2, first, last, total * NEAR_THE_MIDDLE)
  const value = await valueAt(rows, middle)
  const share = value.bytes / total
  if (share > 0.5) return { kind: 'one value', key: value.key, share }
  const [begin, next] = [rowKeyOf(value.key), await rows.from(afterRow(rowKeyOf(value.key)))]
  const candidates = next === undefined ? [] : [next]
  if (value.key.compare(partitionOf(first.key)) > 0)
    candidates.unshift({ key: begin, before: await rows.bytesBefore(begin) })
  candidates.sort((a, b) => Math.abs(a.before - total / 2) - Math.abs(b.before - total / 2))
  const [best] = candidates
  if (best === undefined) return { kind: 'one value', key: value.key, share }
  const key = partitionOf(best.key)
  return key.compare(partition.start) > 0 ? { kind: 'split', key } : UNKNOWN
}

/**
 * The values with at least `bytes` bytes each, of a partition with `total` bytes. A value with more than
 * a quarter of the total contains one of the quarter points, so only the values there are looked at.
 */
export const findBigValues = async (
  rows: RowPlaces,
  total: number,
  bytes: number,
): Promise<BigValue[]> => {
  const found: BigValue[] = []
  const [first, last] = [await rows.first(), await rows.last()]
  if (total < bytes || first === undefined || last === undefined) return found
  for (const part of [0, 1, 2, 3, 4]) {
    const place = await rows.at((total * part) / 4, first, last)
    const value = await valueAt(rows, place)
    const isNew = !found.some(({ key }) => key.equals(value.key))
    if (isNew && value.bytes >= bytes) found.push(value)
  }
  return found
}

const valueAt = async (rows: RowPlaces, { key: row }: Place): Promise<BigValue> => {
  const key = Buffer.from(partitionOf(row))
  const begin = rowKeyOf(key)
  return { key, bytes: await rows.bytesBetween(begin, afterRow(begin)) }
}

/** Where the rows of an encoded partition key begin. */
const rowKeyOf = (key: Buffer): Buffer => Buffer.concat([Buffer.of(Space.ROWS), key])
