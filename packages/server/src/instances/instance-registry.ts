import type { InstanceType } from '@rowhouse/engine'
import type { Files, Random } from '@rowhouse/platform'
import { type LimitsChange, type StoredLimits, changeLimits } from '../admission/tenant-limits.js'
import { serverLimits } from '../limits.js'
import { generateKey } from './generate-key.js'
import {
  type AccessKey,
  type Instance,
  type KeyAccess,
  instanceId,
  refuseInstanceName,
} from './instance.js'
import { readInstances, writeInstances } from './instances-file.js'

/** Longer than any name of an instance when written as hex. */
const IDENTITY_BYTES = 12

/** Thrown when a command of the operator is refused, with the reason. */
export class InstanceRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InstanceRefusal'
  }
}

export interface RegistryPlace {
  readonly files: Files
  readonly folder: string
}

/** The instances and their access keys. Changes are durable before they take effect. */
export class InstanceRegistry {
  readonly #place: RegistryPlace | undefined
  readonly #random: Random
  readonly #listeners: ((instances: readonly Instance[]) => void)[] = []
  #instances: readonly Instance[]
  #changes: Promise<unknown> = Promise.resolve()

  private constructor(
    place: RegistryPlace | undefined,
    random: Random,
    instances: readonly Instance[],
  ) {
    this.#place = place
    this.#random = random
    this.#instances = instances
  }

  /** Without a place, instances live in memory only. */
  static async open(place: RegistryPlace | undefined, random: Random): Promise<InstanceRegistry> {
    if (place === undefined) return new InstanceRegistry(place, random, [])
    const stored = await readInstances(place.files, place.folder)
    const instances = stored.map((instance) => identified(instance, random))
    const isOld = stored.some(({ identity }) => identity === undefined)
    if (isOld) await writeInstances(place.files, place.folder, instances)
    return new InstanceRegistry(place, random, instances)
  }

  list(): readonly Instance[] {
    return this.#instances
  }

  find(name: string): Instance | undefined {
    return this.#instances.find((instance) => instanceId(instance.name) === instanceId(name))
  }

  onChange(listener: (instances: readonly Instance[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Creates the instance with one key: the given one, or a new one. */
  async create(
    name: string,
    key?: AccessKey,
    type: InstanceType = 'performance',
  ): Promise<Instance> {
    const refused = refuseInstanceName(name)
    if (refused !== undefined) throw new InstanceRefusal(refused)
    return this.#change((instances) => {
      if (this.find(name) !== undefined) {
        throw new InstanceRefusal(`instance '${name}' exists already`)
      }
      if (instances.length >= serverLimits.INSTANCES_MAX) {
        throw new InstanceRefusal(`there are ${serverLimits.INSTANCES_MAX} instances already`)
      }
      const first = key ?? generateKey(this.#random, 'read-write', undefined)
      const created = identified({ name, type, keys: [first] }, this.#random)
      return [[...instances, created], created]
    })
  }

  async delete(name: string): Promise<void> {
    await this.#change((instances) => {
      const instance = this.#get(name)
      return [instances.filter((other) => other !== instance), undefined]
    })
  }

  async addKey(name: string, access: KeyAccess, stsToken: string | undefined): Promise<AccessKey> {
    const key = generateKey(this.#random, access, stsToken)
    await this.#changeKeys(name, (keys) => [...keys, key])
    return key
  }

  /** Adds the key. A key with the same id is replaced, and its limits stay. */
  async setKey(name: string, key: AccessKey): Promise<void> {
    await this.#changeKeys(name, (keys) => {
      const old = keys.find(({ id }) => id === key.id)
      return [...keys.filter((other) => other !== old), { ...key, limits: old?.limits }]
    })
  }

  async removeKey(name: string, keyId: string): Promise<void> {
    await this.#changeKeys(name, (keys) => {
      findKey(name, keys, keyId)
      return keys.filter((key) => key.id !== keyId)
    })
  }

  /** Makes a new key in place of an old one, which stops working unless it is kept. */
  async rotateKey(name: string, keyId: string | undefined, keepOld: boolean): Promise<AccessKey> {
    let rotated: AccessKey | undefined
    await this.#changeKeys(name, (keys) => {
      const old = keyId === undefined ? onlyKey(name, keys) : findKey(name, keys, keyId)
      const fresh = generateKey(this.#random, old.access, old.stsToken)
      rotated = fresh
      const limited = { ...fresh, limits: old.limits }
      return [...keys.filter((key) => keepOld || key !== old), limited]
    })
    if (rotated === undefined) throw new InstanceRefusal(`instance '${name}' has no key`)
    return rotated
  }

  /** The stored limits of an instance, or of one of its keys. */
  limitsOf(name: string, keyId: string | undefined): StoredLimits {
    const instance = this.#get(name)
    const { limits: stored } = keyId === undefined ? instance : findKey(name, instance.keys, keyId)
    return stored ?? {}
  }

  async setLimits(name: string, keyId: string | undefined, change: LimitsChange): Promise<void> {
    if (keyId === undefined) {
      await this.#changeInstance(name, (instance) => withLimits(instance, change))
      return
    }
    await this.#changeKeys(name, (keys) => {
      const limited = findKey(name, keys, keyId)
      return keys.map((key) => (key === limited ? withLimits(key, change) : key))
    })
  }

  #get(name: string): Instance {
    const instance = this.find(name)
    if (instance === undefined) throw new InstanceRefusal(`there is no instance '${name}'`)
    return instance
  }

  async #changeKeys(
    name: string,
    change: (keys: readonly AccessKey[]) => readonly AccessKey[],
  ): Promise<void> {
    await this.#changeInstance(name, (instance) => {
      const keys = change(instance.keys)
      if (keys.length > serverLimits.KEYS_PER_INSTANCE_MAX) {
        throw new InstanceRefusal(
          `instance '${instance.name}' has ${serverLimits.KEYS_PER_INSTANCE_MAX} access keys already`,
        )
      }
      return { ...instance, keys }
    })
  }

  async #changeInstance(name: string, change: (instance: Instance) => Instance): Promise<void> {
    await this.#change((instances) => {
      const instance = this.#get(name)
      const changed = change(instance)
      return [instances.map((other) => (other === instance ? changed : other)), undefined]
    })
  }

  /** Runs changes one after another, each on the durable result of the one before. */
  #change<T>(
    change: (instances: readonly Instance[]) => [instances: readonly Instance[], result: T],
  ): Promise<T> {
    const run = async (): Promise<T> => {
      const [instances, result] = change(this.#instances)
      if (this.#place !== undefined) {
        await writeInstances(this.#place.files, this.#place.folder, instances)
      }
      this.#instances = instances
      for (const listener of this.#listeners) listener(instances)
      return result
    }
    const changed = this.#changes.then(run)
    this.#changes = changed.catch(() => undefined)
    return changed
  }
}

function identified(instance: Instance, random: Random): Instance {
  const { name, identity = random.bytes(IDENTITY_BYTES).toString('hex'), ...others } = instance
  return { name, identity, ...others }
}

function findKey(name: string, keys: readonly AccessKey[], keyId: string): AccessKey {
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) throw new InstanceRefusal(`instance '${name}' has no key '${keyId}'`)
  return key
}

function withLimits<T extends { readonly limits?: StoredLimits | undefined }>(
  limited: T,
  change: LimitsChange,
): T {
  return { ...limited, limits: changeLimits(limited.limits, change) }
}

function onlyKey(name: string, keys: readonly AccessKey[]): AccessKey {
  const [key, ...others] = keys
  if (key === undefined) throw new InstanceRefusal(`instance '${name}' has no key to rotate`)
  if (others.length > 0) {
    throw new InstanceRefusal(`instance '${name}' has several keys: say which one to rotate`)
  }
  return key
}
