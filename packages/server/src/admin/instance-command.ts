import { counted, nounFor } from '@rowhouse/platform'
import { z } from 'zod/mini'
import { limitsChange, storedLimits } from '../admission/tenant-limits.js'
import { InstanceRefusal, type InstanceRegistry } from '../instances/instance-registry.js'

const access = z.enum(['read-only', 'read-write'])
const instanceType = z.enum(['performance', 'capacity'])

/** What `rowhouse instance …` can ask for, with or without a running server. */
export const instanceCommand = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('create'), name: z.string(), type: z.optional(instanceType) }),
  z.object({ action: z.literal('delete'), name: z.string(), force: z.boolean() }),
  z.object({
    action: z.literal('add-key'),
    name: z.string(),
    access,
    stsToken: z.optional(z.string()),
  }),
  z.object({ action: z.literal('remove-key'), name: z.string(), keyId: z.string() }),
  z.object({
    action: z.literal('rotate-key'),
    name: z.string(),
    keyId: z.optional(z.string()),
    keepOld: z.boolean(),
  }),
  z.object({
    action: z.literal('limit'),
    name: z.string(),
    /** The key whose limits are meant; without it those of the instance. */
    keyId: z.optional(z.string()),
    change: limitsChange,
  }),
])
export type InstanceCommand = z.output<typeof instanceCommand>

const key = z.object({ id: z.string(), secret: z.string(), access })

export const instanceResult = z.object({
  /** All instances and their key ids, without secrets, with their stored limits if there are any. */
  instances: z.optional(
    z.array(
      z.object({
        name: z.string(),
        type: instanceType,
        keys: z.array(z.object({ id: z.string(), access, limits: z.optional(storedLimits) })),
        limits: z.optional(storedLimits),
      }),
    ),
  ),
  /** A key that the command has created. Its secret is never shown again. */
  key: z.optional(key),
  /** The stored limits of the instance or key that the command names. */
  limits: z.optional(storedLimits),
})
export type InstanceResult = z.output<typeof instanceResult>

/** What instance commands need to know about tables. */
export interface InstanceTables {
  count(instance: string): number
  drop(instance: string): Promise<void>
}

export async function runInstanceCommand(
  registry: InstanceRegistry,
  tables: InstanceTables,
  command: InstanceCommand,
): Promise<InstanceResult> {
  switch (command.action) {
    case 'list':
      return { instances: withoutSecrets(registry) }
    case 'create': {
      const created = await registry.create(command.name, undefined, command.type)
      return { key: created.keys[0] }
    }
    case 'delete':
      await deleteInstance(registry, tables, command.name, command.force)
      return {}
    case 'add-key':
      return { key: await registry.addKey(command.name, command.access, command.stsToken) }
    case 'remove-key':
      await registry.removeKey(command.name, command.keyId)
      return {}
    case 'rotate-key':
      return { key: await registry.rotateKey(command.name, command.keyId, command.keepOld) }
    case 'limit':
      if (Object.values(command.change).some((limit) => limit !== undefined)) {
        await registry.setLimits(command.name, command.keyId, command.change)
      }
      return { limits: registry.limitsOf(command.name, command.keyId) }
  }
}

function withoutSecrets(registry: InstanceRegistry): InstanceResult['instances'] {
  return registry.list().map(({ name, type, keys, limits }) => ({
    name,
    type,
    keys: keys.map(({ id, access, limits: ofKey }) => ({
      id,
      access,
      ...(ofKey && { limits: ofKey }),
    })),
    ...(limits && { limits }),
  }))
}

/**
 * Removes the keys first, so that no client creates a table while the others are dropped. The name is
 * removed last: after a crash in between, the same command completes the deletion.
 */
async function deleteInstance(
  registry: InstanceRegistry,
  tables: InstanceTables,
  asked: string,
  force: boolean,
): Promise<void> {
  const instance = registry.find(asked)
  if (instance === undefined) throw new InstanceRefusal(`there is no instance '${asked}'`)
  const count = tables.count(instance.name)
  if (count > 0 && !force) {
    throw new InstanceRefusal(
      `instance '${instance.name}' has ${counted(count, 'table')}: delete ${nounFor(count, 'it', 'them')} first, or use --force`,
    )
  }
  for (const { id } of instance.keys) await registry.removeKey(instance.name, id)
  await tables.drop(instance.name)
  await registry.delete(instance.name)
  // Requests that were running when the keys were removed may have created tables. No new request can
  // begin.
  await tables.drop(instance.name)
}
