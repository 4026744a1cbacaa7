import type { OpenEngine } from '@rowhouse/engine'
import { z } from 'zod/mini'
import type { ColumnHeat } from '../column-heat/column-heat.js'
import { InstanceRefusal } from '../instances/instance-registry.js'

/** Asks a running server which columns of a table are read and written. */
export const heatCommand = z.object({
  action: z.literal('columns'),
  instance: z.string(),
  table: z.string(),
})
export type HeatCommand = z.output<typeof heatCommand>

const columnHeat = z.object({
  name: z.string(),
  /** Rows that were read with this column, and those of them whose request named the column. */
  reads: z.number(),
  namedReads: z.number(),
  /** Rows that were put with this column, and rows in which it was updated. */
  puts: z.number(),
  updates: z.number(),
  /** Bytes of names and values, as for capacity units. */
  bytesRead: z.number(),
  bytesWritten: z.number(),
})

/** Estimates from a sample of the calls, in which the last day weighs most (docs/operations.md). */
export const heatResult = z.object({
  instance: z.string(),
  table: z.string(),
  /** The number of sampled calls: with few of them the figures mean little. */
  sampledCalls: z.number(),
  rows: z.object({
    reads: z.number(),
    /** Reads of all columns. */
    wholeReads: z.number(),
    /** Reads by pages of ranges. */
    pagedReads: z.number(),
    puts: z.number(),
    updates: z.number(),
    keyBytes: z.number(),
  }),
  /** The columns with the most touches come first. */
  columns: z.array(columnHeat),
  /** Touches of columns that are not counted, because the table has too many. */
  uncounted: z.number(),
})
export type HeatResult = z.output<typeof heatResult>

export async function runHeatCommand(
  engine: Pick<OpenEngine, 'catalog'>,
  heat: ColumnHeat,
  { instance, table }: HeatCommand,
): Promise<HeatResult> {
  const found = engine.catalog.find(instance, table)
  if (found === undefined) {
    throw new InstanceRefusal(`instance '${instance}' has no table '${table}'`)
  }
  const { sampledCalls, rows, columns, uncounted } = heat.of(found.description.id)
  const listed = [...columns].map(([name, counts]) => ({ name, ...counts }))
  return {
    instance,
    table,
    sampledCalls,
    rows: { ...rows },
    columns: listed.toSorted((a, b) => touches(b) - touches(a)),
    uncounted,
  }
}

const touches = ({ reads, puts, updates }: HeatResult['columns'][number]): number =>
  reads + puts + updates
