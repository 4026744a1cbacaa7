import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import type { Asked } from './delete-rows.js'

const DAY_SECONDS = 86_400

/**
 * A table takes only times that are near its clock, a day by default. While rows with older times are
 * put back, it takes those as well.
 */
export async function allowingTimesOf<Done>(
  { gate, instance }: Asked,
  { table, maxTimeDeviation }: TableShape,
  rows: readonly ShownRow[],
  put: () => Promise<Done>,
): Promise<Done> {
  const needed = deviationFor(rows, Date.now())
  if (needed <= maxTimeDeviation) return put()
  const allow = (seconds: number) =>
    gate.ask(instance, {
      operation: 'UpdateTable',
      table,
      timeToLive: undefined,
      maxVersions: undefined,
      units: undefined,
      maxTimeDeviation: seconds,
    })
  await allow(needed)
  try {
    return await put()
  } finally {
    await allow(maxTimeDeviation)
  }
}

/** The seconds by which the times of rows differ from now at most, with a day to spare. */
export function deviationFor(rows: readonly ShownRow[], now: number): number {
  let most = 0
  for (const { columns } of rows) {
    for (const { timestamp } of columns) {
      if (timestamp !== undefined) most = Math.max(most, Math.abs(now - Number(timestamp)))
    }
  }
  return most < (1_000 * DAY_SECONDS) / 2 ? 0 : Math.ceil(most / 1_000) + DAY_SECONDS
}
