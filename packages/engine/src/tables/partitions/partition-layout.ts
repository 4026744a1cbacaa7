import { invariant } from '@rowhouse/platform'
import { engineLimits } from '../../limits.js'
import { decodeCatalogRecord, encodeCatalogRecord } from '../catalog-record.js'
import type { JsonReader } from '../json-reader.js'
import type { PartitionBound } from './partition.js'

/** How the partitions of a table became others. */
export interface PartitionEvent {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: 'split' | 'merge'
  readonly reason: 'bytes' | 'load' | 'cold'
  /** The ids of those that are gone, and of those that took their place. */
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** The encoded partition key between the two. */
  readonly key: Buffer
}

/** What the catalogue keeps of the partitions of a table that is not as it was created. */
export interface PartitionLayout {
  readonly bounds: readonly PartitionBound[]
  /** Larger than every id that was ever given. */
  readonly nextId: number
  /** The last ones, the oldest first. */
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

/** One partition becomes two; `key`, inside of it, begins the second. */
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
  invariant(isInside && (end === undefined || key.compare(end) < 0), 'a split lies inside')
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

/** A partition and the next one become one. */
export const mergeAt = (
  layout: PartitionLayout,
  id: number,
  cause: EventCause,
): PartitionLayout => {
  const { bounds, nextId } = layout
  const at = bounds.findIndex((bound) => bound.id === id)
  const [bound, next] = [bounds[at], bounds[at + 1]]
  invariant(bound !== undefined && next !== undefined, 'there is a partition behind it')
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
