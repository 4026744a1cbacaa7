import { z } from 'zod/mini'
import { bytes } from '../configuration/setting-types.js'
import { serverLimits } from '../limits.js'

/** Limits on what one instance or one access key may have. */
export type LimitName = 'requestsPerSecond' | 'concurrent' | 'bytesInFlight'

export const limitNames: readonly LimitName[] = ['requestsPerSecond', 'concurrent', 'bytesInFlight']

/** An absent limit does not exist. */
export type TenantLimits = Readonly<Partial<Record<LimitName, number | undefined>>>

const number = z.int().check(z.minimum(1), z.maximum(serverLimits.TENANT_LIMIT_MAX))
const value = z.optional(z.union([number, z.literal('none')]))
const changed = z.optional(z.union([number, z.enum(['none', 'default'])]))

/**
 * The stored limits of an instance or a key. The server's default replaces an absent one; `none` lifts it.
 */
export const storedLimits = z.object({
  requestsPerSecond: value,
  concurrent: value,
  bytesInFlight: value,
})
export type StoredLimits = Readonly<z.output<typeof storedLimits>>

/** Holds only the limits that change. `default` removes a stored limit. */
export const limitsChange = z.object({
  requestsPerSecond: changed,
  concurrent: changed,
  bytesInFlight: changed,
})
export type LimitsChange = Readonly<z.output<typeof limitsChange>>

/** Undefined when no limit is left to store. */
export function changeLimits(
  stored: StoredLimits | undefined,
  change: LimitsChange,
): StoredLimits | undefined {
  const result: Partial<Record<LimitName, number | 'none'>> = {}
  for (const name of limitNames) {
    const limit = change[name] ?? stored?.[name]
    if (limit !== undefined && limit !== 'default') result[name] = limit
  }
  return Object.keys(result).length === 0 ? undefined : result
}

/** The limits in effect: the stored ones, then the server's defaults. */
export function effectiveLimits(
  stored: StoredLimits | undefined,
  defaults: TenantLimits,
): TenantLimits {
  if (stored === undefined) return defaults
  const effective: Partial<Record<LimitName, number>> = {}
  for (const name of limitNames) {
    const limit = stored[name] ?? defaults[name]
    if (typeof limit === 'number') effective[name] = limit
  }
  return effective
}

export const isUnlimited = (tenant: TenantLimits): boolean =>
  limitNames.every((name) => tenant[name] === undefined)

/** Reads a number such as "1000", "64K" or "2MB", `none` or `default`. */
export function parseLimit(text: string): number | 'none' | 'default' | undefined {
  if (text === 'none' || text === 'default') return text
  const parsed = bytes(1).safeParse(text)
  return parsed.success && parsed.data <= serverLimits.TENANT_LIMIT_MAX ? parsed.data : undefined
}
