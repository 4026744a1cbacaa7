import { type Instance, instanceId } from '../instances/instance.js'
import { SigningKey } from './signing-key.js'

/** The instances and access keys that the door knows; replaced whole when one of them changes. */
export class Credentials {
  readonly #instances = new Map<string, ReadonlyMap<string, SigningKey>>()
  readonly #names = new Map<string, string>()
  readonly #anywhere = new Map<string, SigningKey>()

  constructor(instances: readonly Instance[]) {
    for (const instance of instances) {
      const keys = new Map<string, SigningKey>()
      for (const key of instance.keys) {
        const signing = new SigningKey(key, instance.name)
        keys.set(key.id, signing)
        if (!this.#anywhere.has(key.id)) this.#anywhere.set(key.id, signing)
      }
      this.#instances.set(instanceId(instance.name), keys)
      this.#names.set(instanceId(instance.name), instance.name)
    }
  }

  /** The instance's name as it was created; undefined when there is none. */
  instanceName(asked: string): string | undefined {
    return this.#names.get(asked) ?? this.#names.get(instanceId(asked))
  }

  /**
   * The id of the key if the instance has it, otherwise an empty text, so that strangers cannot make up ids
   * for the counters.
   */
  keyId(instance: string, asked: string | undefined): string {
    const keys = this.#instances.get(instance) ?? this.#instances.get(instanceId(instance))
    return asked !== undefined && keys?.has(asked) === true ? asked : ''
  }

  /**
   * The instance's key with that id, otherwise another instance's key with it: the owner of that key gets a
   * signed answer that the instance is not theirs.
   */
  find(instance: string | undefined, keyId: string): SigningKey | undefined {
    if (instance === undefined) return this.#anywhere.get(keyId)
    const keys = this.#instances.get(instance) ?? this.#instances.get(instanceId(instance))
    return keys?.get(keyId) ?? this.#anywhere.get(keyId)
  }
}
