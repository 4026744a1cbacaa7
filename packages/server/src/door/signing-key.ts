import { HmacKey, deriveKeyV4 } from '@rowhouse/protocol'
import type { AccessKey } from '../instances/instance.js'

/** The keys that V4 derives from one access key for a day and a region. */
export interface DerivedKeys {
  readonly request: HmacKey
  /** Replies to V4 requests are signed like those of V1, with the text of the derived key as the key. */
  readonly reply: HmacKey
}

/** Clients choose day and region before their signature is checked, so only a few are remembered. */
const DERIVED_KEYS_MAX = 8

/** An access key with everything computed that its signatures need. */
export class SigningKey {
  readonly key: AccessKey
  /** The name of the key's instance as it was created. */
  readonly instance: string
  readonly v1: HmacKey
  readonly #derived = new Map<string, DerivedKeys>()

  constructor(key: AccessKey, instance: string) {
    this.key = key
    this.instance = instance
    this.v1 = new HmacKey('sha1', key.secret)
  }

  v4(date: string, region: string): DerivedKeys {
    const name = `${date}/${region}`
    const known = this.#derived.get(name)
    if (known !== undefined) return known
    const text = deriveKeyV4(this.key.secret, date, region)
    const derived = { request: new HmacKey('sha256', text), reply: new HmacKey('sha1', text) }
    if (this.#derived.size >= DERIVED_KEYS_MAX) this.#derived.clear()
    this.#derived.set(name, derived)
    return derived
  }
}
