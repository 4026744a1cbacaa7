import type { InstanceType } from '@rowhouse/engine'
import { limits } from '@rowhouse/protocol'
import type { StoredLimits } from '../admission/tenant-limits.js'

export type KeyAccess = 'read-only' | 'read-write'

export interface AccessKey {
  readonly id: string
  readonly secret: string
  readonly access: KeyAccess
  /** Only temporary credentials have one. Requests must carry and sign exactly this token. */
  readonly stsToken: string | undefined
  readonly limits?: StoredLimits | undefined
}

export interface Instance {
  readonly name: string
  /** Another one for each instance that is made, also under a name that was there before. */
  readonly identity?: string | undefined
  readonly type: InstanceType
  readonly keys: readonly AccessKey[]
  readonly limits?: StoredLimits | undefined
}

const FORM = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/
/** Words that no instance name may contain, according to the documentation. */
const RESERVED_WORDS = ['ali', 'ay', 'ots', 'taobao', 'admin'] as const

export function isInstanceName(name: string): boolean {
  return (
    name.length >= limits.INSTANCE_NAME_BYTES_MIN &&
    name.length <= limits.INSTANCE_NAME_BYTES_MAX &&
    FORM.test(name)
  )
}

/** Why a new instance may not have the name, for the operator; undefined when it may. */
export function refuseInstanceName(name: string): string | undefined {
  if (!isInstanceName(name)) {
    const { INSTANCE_NAME_BYTES_MIN: least, INSTANCE_NAME_BYTES_MAX: most } = limits
    return (
      `instance name '${name}' must have ${least} to ${most} letters, digits or hyphens, ` +
      'begin with a letter and not end with a hyphen'
    )
  }
  const lower = name.toLowerCase()
  const word = RESERVED_WORDS.find((reserved) => lower.includes(reserved))
  return word === undefined
    ? undefined
    : `instance name '${name}' must not contain the reserved word '${word}'`
}

/** Instance names are not case-sensitive. */
export const instanceId = (name: string): string => name.toLowerCase()

const KEY_ID_FORM = /^[A-Za-z0-9+./_-]{1,128}$/

/** The characters that the Java SDK accepts. */
export const isAccessKeyId = (id: string): boolean => KEY_ID_FORM.test(id)
