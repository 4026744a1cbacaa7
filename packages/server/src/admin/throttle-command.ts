import type { OpenEngine } from '@rowhouse/engine'
import { z } from 'zod/mini'
import { InstanceRefusal } from '../instances/instance-registry.js'

/** Holds one table to the units of its partitions until it is dropped or the server ends. */
export const throttleCommand = z.object({
  action: z.literal('throttle'),
  instance: z.string(),
  table: z.string(),
})
export type ThrottleCommand = z.output<typeof throttleCommand>

export async function runThrottleCommand(
  { catalog, traffic }: Pick<OpenEngine, 'catalog' | 'traffic'>,
  { instance, table }: ThrottleCommand,
): Promise<ThrottleCommand> {
  const found = catalog.find(instance, table)
  if (found === undefined) {
    throw new InstanceRefusal(`instance '${instance}' has no table '${table}'`)
  }
  traffic.holdPartitions(found)
  return { action: 'throttle', instance, table }
}
