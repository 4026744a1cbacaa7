import { type InstanceRegistry, type KeyAccess, sameSecret } from '@rowhouse/server'
import type { Access, SignIn } from '../shapes/index.js'
import type { Visitor } from './session-store.js'

/** What sign-in is checked against. */
export interface Secrets {
  readonly registry: Pick<InstanceRegistry, 'find' | 'list'>
  /** Undefined when nobody may sign in as operator. */
  readonly adminSecret: string | undefined
}

/** The visitor, or undefined when the secret is wrong; which part was wrong is not told. */
export function checkSignIn(
  { registry, adminSecret }: Secrets,
  given: SignIn,
): Visitor | undefined {
  if (given.kind === 'operator') {
    const isRight = adminSecret !== undefined && sameSecret(given.secret, adminSecret)
    return isRight ? { kind: 'operator' } : undefined
  }
  const instance = registry.find(given.instance)
  const key = instance?.keys.find(({ id }) => id === given.keyId)
  const isRight = sameSecret(given.secret, key?.secret ?? '') && key?.stsToken === undefined
  return instance !== undefined && key !== undefined && isRight
    ? { kind: 'key', instance: instance.name, keyId: key.id }
    : undefined
}

/** What the visitor may do now; undefined when the key has been removed since. */
export function accessOf({ registry }: Secrets, visitor: Visitor): Access | undefined {
  if (visitor.kind === 'operator') return 'operator'
  const keys = registry.find(visitor.instance)?.keys
  const access: KeyAccess | undefined = keys?.find(({ id }) => id === visitor.keyId)?.access
  return access
}

/** The instances that the visitor may open. */
export const instancesOf = ({ registry }: Secrets, visitor: Visitor): readonly string[] =>
  visitor.kind === 'operator' ? registry.list().map(({ name }) => name) : [visitor.instance]

/** Whether the visitor may see what belongs to the instance. */
export const mayOpen = (visitor: Visitor, instance: string): boolean =>
  visitor.kind === 'operator' || visitor.instance === instance
