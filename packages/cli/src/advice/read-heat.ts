import { type SideAdvice, adviseSide } from '@rowhouse/practices'
import { administerHeat, administerPartitions } from '@rowhouse/server'
import { UseError } from '../connection/use-error.js'
import { configurationOf } from '../data-command.js'

/** The current load of a table, as its server counts it. */
export interface TableHeat {
  readonly partitions: number
  readonly unitsPerSecond: number
  /** Values with the most load in the last minute, as shares of the load of the whole table. */
  readonly hottest: readonly { readonly value: string; readonly share: number }[]
  /** Values with more than half of the load of a hot partition. */
  readonly hotKeys: readonly string[]
  /** Which columns should lie in a side table; undefined when no server counts them. */
  readonly columns: SideAdvice | undefined
}

const HOTTEST_SHOWN = 5

export async function readHeat(
  data: string,
  instance: string | undefined,
  table: string,
): Promise<TableHeat> {
  if (instance === undefined) throw new UseError('--data needs --instance')
  const place = { instance, table }
  const configuration = configurationOf({ data })
  const { partitions } = await administerPartitions(configuration, {
    action: 'partitions',
    ...place,
  })
  const columns = await administerHeat(configuration, { action: 'columns', ...place })
  const units = ({ rates }: (typeof partitions)[number]): number =>
    rates.unitsRead + rates.unitsWritten
  const unitsPerSecond = partitions.reduce((sum, partition) => sum + units(partition), 0)
  const hottest = partitions.flatMap((partition) =>
    partition.hottest.map(({ value, share }) => ({
      value,
      share: unitsPerSecond === 0 ? 0 : (share * units(partition)) / unitsPerSecond,
    })),
  )
  return {
    partitions: partitions.length,
    unitsPerSecond,
    hottest: hottest.toSorted((a, b) => b.share - a.share).slice(0, HOTTEST_SHOWN),
    hotKeys: partitions.flatMap(({ hotKey }) => hotKey ?? []),
    columns: columns && adviseSide(columns),
  }
}
