import { invariant } from '@rowhouse/platform'
import { engineLimits } from '../../limits.js'
import { decodeCatalogRecord, encodeCatalogRecord } from '../catalog-record.js'
import type { JsonReader } from '../json-reader.js'
import type { PartitionBound } from './partition.js'

/** A split or a merge of partitions. */
export interface PartitionEvent {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: 'split' | 'merge'
  readonly reason: 'bytes' | 'load' | 'cold'
  /** The ids of the replaced partitions, and of those that replaced them. */
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** The encoded partition key at which the two partitions meet. */
  readonly key: Buffer
}

/**
 * The partitions of a table, stored in the catalogue once they differ from those that it was created
 * with.
 */
export interface PartitionLayout {
  readonly bounds: readonly PartitionBound[]
  /** Larger than every id that was ever used. */
  readonly nextId: number
  /** The most recent events, the oldest first. */
  readonly events: readonly PartitionEvent[]
}

export const encodeLayout = (layout: PartitionLayout): Buffer =>
  encodeCatalogRecord({
    nextId: layout.nextId,
    partitions: layout.bounds.map(({ id, start }) => ({ id, start })),
    events: layout.events,
  })

export const decodeLayout = (value: Buffer): PartitionLayout => {
  const record = decodeCatalogRecord(value)
  return {
    nextId: record.member('nextId').number(),
    bounds: record.member('partitions').list((bound) => ({
      id: bound.member('id').number(),
      start: bound.member('start').bytes(),
    })),
    events: record.member('events').list(readEvent),
  }
}

const readEvent = (event: JsonReader): PartitionEvent => ({
  at: event.member('at').number(),
  kind: event.member('kind').oneOf(['split', 'merge']),
  reason: event.member('reason').oneOf(['bytes', 'load', 'cold']),
  from: event.member('from').list((id) => id.number()),
  to: event.member('to').list((id) => id.number()),
  key: event.member('key').bytes(),
})

type EventCause = Pick<PartitionEvent, 'at' | 'reason'>

/** Splits a partition in two; the second one begins at `key`. */
export const splitAt = (
  layout: PartitionLayout,
  id: number,
  key: Buffer,
  cause: EventCause,
): PartitionLayout => {
  const { bounds, nextId } = layout
  const at = bounds.findIndex((bound) => bound.id === id)
  const bound = bounds[at]
  const end = bounds[at + 1]?.start
  const isInside = bound !== undefined && key.compare(bound.start) > 0
  invariant(
    isInside && (end === undefined || key.compare(end) < 0),
    'a split key lies inside its partition',
  )
  const halves = [
    { id: nextId, start: bound.start },
    { id: nextId + 1, start: key },
  ]
  return {
    bounds: [...bounds.slice(0, at), ...halves, ...bounds.slice(at + 1)],
    nextId: nextId + 2,
    events: withEvent(layout, {
      ...cause,
      kind: 'split',
      from: [id],
      to: halves.map((half) => half.id),
      key,
    }),
  }
}

/** Merges a partition with the next one. */
export const mergeAt = (
  layout: PartitionLayout,
  id: number,
  cause: EventCause,
): PartitionLayout => {
  const { bounds, nextId } = layout
  const at = bounds.findIndex((bound) => bound.id === id)
  const [bound, next] = [bounds[at], bounds[at + 1]]
  invariant(bound !== undefined && next !== undefined, 'a partition that is merged has a next one')
  return {
    bounds: [...bounds.slice(0, at), { id: nextId, start: bound.start }, ...bounds.slice(at + 2)],
    nextId: nextId + 1,
    events: withEvent(layout, {
      ...cause,
      kind: 'merge',
      from: [bound.id, next.id],
      to: [nextId],
      key: next.start,
    }),
  }
}

const withEvent = ({ events }: PartitionLayout, event: PartitionEvent): PartitionEvent[] =>
  [...events, event].slice(-engineLimits.PARTITION_EVENTS_MAX)
