import { z } from 'zod/mini'
import { bytes } from '../configuration/setting-types.js'
import { serverLimits } from '../limits.js'

/** What one instance, or one access key, may ask of the server at most. */
export type LimitName = 'requestsPerSecond' | 'concurrent' | 'bytesInFlight'

export const limitNames: readonly LimitName[] = ['requestsPerSecond', 'concurrent', 'bytesInFlight']

/** Absent: no limit. */
export type TenantLimits = Readonly<Partial<Record<LimitName, number | undefined>>>

const number = z.int().check(z.minimum(1), z.maximum(serverLimits.TENANT_LIMIT_MAX))
const value = z.optional(z.union([number, z.literal('none')]))
const changed = z.optional(z.union([number, z.enum(['none', 'default'])]))

/** What is kept of an instance or a key. Absent: the server's default holds; `none`: not even that. */
export const storedLimits = z.object({
  requestsPerSecond: value,
  concurrent: value,
  bytesInFlight: value,
})
export type StoredLimits = Readonly<z.output<typeof storedLimits>>

/** Only what changes; `default` goes back to the server's default. */
export const limitsChange = z.object({
  requestsPerSecond: changed,
  concurrent: changed,
  bytesInFlight: changed,
})
export type LimitsChange = Readonly<z.output<typeof limitsChange>>

/** Undefined when nothing is to be kept. */
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

/** What holds, of what is kept and the server's defaults. */
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

/** A number as "1000", "64K" or "2MB", `none` or `default`. */
export function parseLimit(text: string): number | 'none' | 'default' | undefined {
  if (text === 'none' || text === 'default') return text
  const parsed = bytes(1).safeParse(text)
  return parsed.success && parsed.data <= serverLimits.TENANT_LIMIT_MAX ? parsed.data : undefined
}
