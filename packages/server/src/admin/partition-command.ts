import {
  type OpenEngine,
  type PartitionReport,
  partitionKeyValue,
  reportPartitions,
} from '@rowhouse/engine'
import type { Variant } from '@rowhouse/protocol'
import { z } from 'zod/mini'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { readableValue } from './readable-value.js'

/** What `rowhouse partitions` can ask for, with or without a running server. */
export const partitionCommand = z.object({
  action: z.literal('partitions'),
  instance: z.string(),
  table: z.string(),
})
export type PartitionCommand = z.output<typeof partitionCommand>

const figures = {
  rowsRead: z.number(),
  rowsWritten: z.number(),
  /** Capacity units. A page that spans several partitions charges each of them a fraction. */
  unitsRead: z.number(),
  unitsWritten: z.number(),
  bytesRead: z.number(),
  bytesWritten: z.number(),
}

/**
 * One range of partition-key values, from `start` to before `end`, each written as 12, "text" or 0x00ff.
 * `start` or `end` is absent where the range is open.
 */
const listedPartition = z.object({
  /** Unique within the table; no id is used again. */
  id: z.number(),
  start: z.optional(z.string()),
  end: z.optional(z.string()),
  bytes: z.number(),
  /** Set while it refuses requests because it is new (--partition-unavailable-ms). */
  isUnavailable: z.boolean(),
  /** Decaying averages, per second. */
  rates: z.object(figures),
  /**
   * The load of the range in each minute of the last hour that had any, by the minute's beginning; and, once
   * the minute is over, the values with the most of it, by a sample.
   */
  minutes: z.array(
    z.object({
      minute: z.string(),
      ...figures,
      hottest: z.array(z.object({ value: z.string(), units: z.number() })),
    }),
  ),
  /** The values with the most load in a sample of the last minute. */
  hottest: z.array(z.object({ value: z.string(), share: z.number() })),
  /** A value with more than half of the load of a hot partition: a split would not help. */
  hotKey: z.optional(z.string()),
  /** Values that take more than half of the bytes that one value should take at most. */
  bigValues: z.array(z.object({ value: z.string(), bytes: z.number() })),
})
export type ListedPartition = z.output<typeof listedPartition>

/** Splits and merges, the oldest first. */
const listedEvent = z.object({
  at: z.string(),
  kind: z.enum(['split', 'merge']),
  reason: z.enum(['bytes', 'load', 'cold']),
  from: z.array(z.number()),
  to: z.array(z.number()),
  /** The value at which the partition was split, or the two were joined. */
  key: z.string(),
})

export const partitionResult = z.object({
  instance: z.string(),
  table: z.string(),
  /** In the order of their keys. */
  partitions: z.array(listedPartition),
  /** The last splits and merges. */
  events: z.array(listedEvent),
})
export type PartitionResult = z.output<typeof partitionResult>

export async function runPartitionCommand(
  engine: OpenEngine,
  { instance, table: name }: PartitionCommand,
): Promise<PartitionResult> {
  const table = engine.catalog.find(instance, name)
  if (table === undefined) {
    throw new InstanceRefusal(`instance '${instance}' has no table '${name}'`)
  }
  const partitions = await reportPartitions(engine, table)
  return {
    instance,
    table: name,
    partitions: partitions.map(listed),
    events: table.partitions.layout.events.map((event) => ({
      ...event,
      at: timeOf(event.at),
      from: [...event.from],
      to: [...event.to],
      key: readableValue(partitionKeyValue(event.key)),
    })),
  }
}

const listed = (report: PartitionReport): ListedPartition => ({
  id: report.id,
  ...given({ start: report.start, end: report.end, hotKey: report.hotKey }),
  bytes: report.bytes,
  isUnavailable: report.isUnavailable,
  rates: report.rates,
  minutes: report.minutes.map(({ hottest, ...load }) => ({
    ...load,
    minute: timeOf(load.minute),
    hottest: hottest.map(({ value, units }) => ({ value: readableValue(value), units })),
  })),
  hottest: report.hottest.map(({ value, share }) => ({ value: readableValue(value), share })),
  bigValues: report.bigValues.map(({ value, bytes }) => ({ value: readableValue(value), bytes })),
})

/** The values that are given, in readable form. */
const given = <Name extends string>(
  values: Readonly<Record<Name, Variant | undefined>>,
): { [Each in Name]?: string } => {
  const texts: { [Each in Name]?: string } = {}
  for (const name in values) {
    const value = values[name]
    if (value !== undefined) texts[name] = readableValue(value)
  }
  return texts
}

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString()
