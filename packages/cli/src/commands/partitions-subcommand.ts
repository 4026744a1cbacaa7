import { type ListedPartition, type PartitionResult, administerPartitions } from '@rowhouse/server'
import type { Command } from 'commander'
import { type DataOptions, configurationOf, dataCommand } from '../data-command.js'

export function createCommand(): Command {
  return dataCommand(
    'partitions',
    'List the partitions of a table: their ranges, bytes and load, hot keys, and how they came to be.',
  )
    .argument('<instance>')
    .argument('<table>')
    .action(run)
}

async function run(instance: string, table: string, options: DataOptions): Promise<void> {
  const command = { action: 'partitions' as const, instance, table }
  const result = await administerPartitions(configurationOf(options), command)
  process.stdout.write(options.json === true ? `${JSON.stringify(result)}\n` : describe(result))
}

function describe({ partitions, events }: PartitionResult): string {
  const lines = partitions.flatMap((partition) => [
    describePartition(partition),
    ...describeValues(partition),
  ])
  for (const { at, kind, reason, from, to, key } of events) {
    lines.push(
      `${at}  ${kind} of ${from.join(' and ')} into ${to.join(' and ')} at ${key} (${reason})`,
    )
  }
  return `${lines.join('\n')}\n`
}

function describePartition({
  id,
  start,
  end,
  bytes,
  rates,
  isUnavailable,
}: ListedPartition): string {
  const range = `[${start ?? 'the first key'}, ${end ?? 'the last key'})`
  const load = [
    `${perSecond(rates.rowsRead)} rows read`,
    `${perSecond(rates.rowsWritten)} rows written`,
    `${perSecond(rates.unitsRead + rates.unitsWritten)} units a second`,
  ]
  const state = isUnavailable ? '  unavailable' : ''
  return `${id}  ${range}  ${bytes} bytes  ${load.join(', ')}${state}`
}

function describeValues({ hotKey, hottest, bigValues }: ListedPartition): string[] {
  const lines = hottest.map(({ value, share }) => `  ${percent(share)} of the load: ${value}`)
  if (hotKey !== undefined) lines.push(`  hot key, which cannot be split: ${hotKey}`)
  for (const { value, bytes } of bigValues) lines.push(`  large value: ${value}, ${bytes} bytes`)
  return lines
}

const perSecond = (rate: number): string => (rate < 10 ? rate.toFixed(1) : String(Math.round(rate)))

const percent = (share: number): string => `${Math.round(share * 100)} %`
