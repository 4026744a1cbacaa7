import type { Tenant } from './tenant.js'

interface Taken {
  readonly count: number
  readonly bytes: number
}

const NOTHING: Taken = { count: 0, bytes: 0 }

type Size = (tenant: Tenant, taken: Taken) => number
const byCount: Size = ({ share }, { count }) => share.inFlight - count
const byBytes: Size = ({ share }, { bytes }) => share.bytes - bytes

/**
 * Plans how many of its newest waiting requests each instance loses, so that the tenant gets the room that
 * is missing. Each eviction takes from the instance with the most in flight, as long as that is more than
 * the tenant has. Undefined when no such plan gives enough.
 */
export function planEvictions(
  queues: Iterable<Tenant>,
  tenant: Tenant,
  missing: { readonly requests: number; readonly bytes: number },
): ReadonlyMap<Tenant, number> | undefined {
  const plan = new Map<Tenant, Taken>()
  const tenants = [...queues]
  let { requests, bytes } = missing
  while (requests > 0 || bytes > 0) {
    const size = requests > 0 ? byCount : byBytes
    const other = largest(tenants, plan, size)
    if (other === undefined) return undefined
    const taken = plan.get(other) ?? NOTHING
    const newest = other.waiting.at(-1 - taken.count)
    if (newest === undefined || size(other, taken) <= size(tenant, NOTHING)) return undefined
    const freed = newest.entrant.bytes
    plan.set(other, { count: taken.count + 1, bytes: taken.bytes + freed })
    requests -= 1
    bytes -= freed
  }
  return new Map([...plan].map(([other, { count }]) => [other, count]))
}

/** The largest tenant, after what is taken already, among those with requests left to evict. */
function largest(
  tenants: readonly Tenant[],
  plan: ReadonlyMap<Tenant, Taken>,
  size: Size,
): Tenant | undefined {
  let found: Tenant | undefined
  let most = -1
  for (const tenant of tenants) {
    const taken = plan.get(tenant) ?? NOTHING
    if (taken.count >= tenant.waiting.length || size(tenant, taken) <= most) continue
    found = tenant
    most = size(tenant, taken)
  }
  return found
}
