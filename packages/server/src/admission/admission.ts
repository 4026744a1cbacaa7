import { type Instance, instanceId } from '../instances/instance.js'
import { planEvictions } from './plan-evictions.js'
import { type Entrant, type Place, Tenant } from './tenant.js'
import { type TenantLimits, effectiveLimits, isUnlimited } from './tenant-limits.js'
import { TenantShare } from './tenant-share.js'

export interface AdmissionBounds {
  /** Bounds all requests that are admitted and not answered yet. */
  readonly requestsMax: number
  readonly bytesMax: number
  /** Bounds the requests that run. The others wait, in one queue for each instance. */
  readonly runningMax: number
  readonly runningBytesMax: number
  /** Bounds the writes among the requests that run, so that reads overtake waiting writes. */
  readonly runningWritesMax: number
  /** This many requests of each instance run even when all places are taken. */
  readonly runningOwn: number
}

/** The limits of instances and keys that have none of their own. */
export interface DefaultLimits {
  readonly instance: TenantLimits
  readonly key: TenantLimits
}

export interface TenantFigures {
  readonly instance: string
  readonly inFlight: number
  readonly waiting: number
  readonly busyRefusals: number
  /** Refusals by limit, of the instance and its keys together. */
  readonly limitRefusals: ReadonlyMap<string, number>
}

/**
 * Admits requests so that no instance can keep another out. When all places are taken, instances take
 * turns. When the queue is full, the newest request of the instance with the most in flight is evicted.
 * Some places are for reads only.
 */
export class Admission {
  readonly #bounds: AdmissionBounds
  readonly #defaults: DefaultLimits
  readonly #now: () => number
  readonly #tenants = new Map<string, Tenant>()
  #instances: ReadonlyMap<string, Instance> = new Map()
  /** The instances with waiting requests. The first is the next to run one. */
  readonly #ring = new Set<Tenant>()
  #inFlight = 0
  #bytes = 0
  #running = 0
  #runningBytes = 0
  #runningWrites = 0
  #waitingReads = 0

  /** `now` returns monotonic milliseconds. */
  constructor(bounds: AdmissionBounds, defaults: DefaultLimits, now: () => number) {
    this.#bounds = bounds
    this.#defaults = defaults
    this.#now = now
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get bytesInFlight(): number {
    return this.#bytes
  }

  /** Takes over changed limits, and forgets deleted instances that have nothing in flight. */
  setInstances(instances: readonly Instance[]): void {
    this.#instances = new Map(instances.map((instance) => [instanceId(instance.name), instance]))
    const now = this.#now()
    for (const [name, tenant] of this.#tenants) {
      const instance = this.#instances.get(instanceId(name))
      if (instance === undefined && tenant.share.inFlight === 0) this.#tenants.delete(name)
      tenant.share.setLimits(this.#limitsOf(name), now)
      tenant.hasKeyLimits = this.#hasKeyLimits(name)
      for (const [keyId, key] of tenant.keys) {
        key.setLimits(this.#keyLimitsOf(name, keyId), now)
        const isKnown = instance?.keys.some(({ id }) => id === keyId) === true
        if (!isKnown && key.inFlight === 0) tenant.keys.delete(keyId)
      }
    }
  }

  /**
   * Whether the instance exists and has the key, if one was named. Both may be deleted while a call waits.
   */
  serves(name: string, keyId: string): boolean {
    const instance = this.#instances.get(instanceId(name))
    if (instance === undefined || keyId === '') return instance !== undefined
    return instance.keys.some(({ id }) => id === keyId)
  }

  /** Admits the entrant, which starts now or when its turn comes, or refuses it. */
  enter(entrant: Entrant): void {
    const tenant = this.#tenantOf(entrant.instance)
    const key = this.#keyOf(tenant, entrant)
    if (this.#isOverLimit(tenant.share, key, entrant.bytes)) {
      entrant.refuse()
      return
    }
    const evicted = this.#makeRoom(tenant, entrant.bytes)
    if (evicted === undefined) {
      tenant.busyRefusals += 1
      entrant.refuse()
      return
    }
    const place = { entrant, tenant, key }
    this.#take(place)
    if (this.#mayStart(place)) this.#start(place)
    else this.#wait(place)
    // Refusals go last, because an answer may bring in the next request of its connection.
    for (const other of evicted) other.entrant.refuse()
  }

  /** Releases the place of an answered request. */
  leave(place: Place): void {
    this.#giveBack(place)
    this.#countRunning(place, -1)
    this.#startInPlaceOf(place)
  }

  /**
   * A running request waits for memory, and others may run in its place until it resumes. They start in a
   * microtask, because one of them may pause at once as well, and would start the next one within this
   * call.
   */
  pause(place: Place): void {
    this.#countRunning(place, -1)
    queueMicrotask(() => this.#startInPlaceOf(place))
  }

  /** A paused request runs again, even if all places are taken. */
  resume(place: Place): void {
    this.#countRunning(place, 1)
  }

  *figures(): Iterable<TenantFigures> {
    for (const [instance, { share, keys, waiting, busyRefusals }] of this.#tenants) {
      const limitRefusals = new Map<string, number>(share.refusals)
      for (const [limit, count] of [...keys.values()].flatMap((key) => [...key.refusals])) {
        limitRefusals.set(limit, (limitRefusals.get(limit) ?? 0) + count)
      }
      const { inFlight } = share
      yield { instance, inFlight, waiting: waiting.length, busyRefusals, limitRefusals }
    }
  }

  #countRunning({ tenant, entrant }: Place, by: 1 | -1): void {
    tenant.running += by
    this.#running += by
    this.#runningBytes += by * entrant.bytes
    if (entrant.isWrite) this.#runningWrites += by
  }

  #startInPlaceOf({ tenant }: Place): void {
    if (tenant.running < this.#bounds.runningOwn) this.#startNext(tenant, 0)
    this.#startWaiting()
  }

  #isOverLimit(share: TenantShare, key: TenantShare | undefined, bytes: number): boolean {
    const now = this.#now()
    const ofKey = key?.passes(bytes, now)
    if (ofKey !== undefined) {
      key?.refuse(ofKey)
      return true
    }
    const ofInstance = share.passes(bytes, now)
    if (ofInstance === undefined) return false
    share.refuse(ofInstance)
    return true
  }

  /**
   * Evicts waiting requests until the tenant has room for one more. Undefined when the tenant gets no room.
   */
  #makeRoom(tenant: Tenant, bytes: number): readonly Place[] | undefined {
    const missing = {
      requests: this.#inFlight + 1 - this.#bounds.requestsMax,
      bytes: this.#bytes + bytes - this.#bounds.bytesMax,
    }
    if (missing.requests <= 0 && missing.bytes <= 0) return []
    const plan = planEvictions(this.#ring, tenant, missing)
    if (plan === undefined) return undefined
    return [...plan].flatMap(([other, count]) => this.#dismiss(other, count))
  }

  /** Evicts the newest requests from the tenant's queue. */
  #dismiss(tenant: Tenant, count: number): Place[] {
    const dismissed = tenant.waiting.splice(tenant.waiting.length - count, count)
    for (const place of dismissed) this.#giveBack(place)
    for (const { entrant } of dismissed) if (!entrant.isWrite) this.#waitingReads -= 1
    tenant.busyRefusals += count
    if (tenant.waiting.length === 0) this.#ring.delete(tenant)
    return dismissed
  }

  #mayStart({ tenant, entrant }: Place): boolean {
    if (tenant.waiting.length > 0) return false
    if (tenant.running < this.#bounds.runningOwn) return true
    if (entrant.isWrite && this.#areWritesFull) return false
    return this.#ring.size === 0 && this.#hasWindow(entrant.bytes)
  }

  get #areWritesFull(): boolean {
    return this.#runningWrites >= this.#bounds.runningWritesMax
  }

  #hasWindow(bytes: number): boolean {
    if (this.#running === 0) return true
    const { runningMax, runningBytesMax } = this.#bounds
    return this.#running < runningMax && this.#runningBytes + bytes <= runningBytesMax
  }

  #wait(place: Place): void {
    place.tenant.waiting.push(place)
    this.#ring.add(place.tenant)
    if (place.entrant.isWrite) return
    this.#waitingReads += 1
    // If only writes were waiting, because the places for writes are full, a read may start now.
    this.#startWaiting()
  }

  /** Starts waiting requests in turn, as long as there is room for the next. */
  #startWaiting(): void {
    for (;;) {
      const turn = this.#nextTurn()
      const next = turn?.tenant.waiting[turn.index]
      if (turn === undefined || next === undefined) return
      if (!this.#hasWindow(next.entrant.bytes)) return
      this.#startNext(turn.tenant, turn.index)
    }
  }

  /** The oldest request of the first instance in the ring that may run one. */
  #nextTurn(): { readonly tenant: Tenant; readonly index: number } | undefined {
    const [first] = this.#ring
    if (!this.#areWritesFull) return first === undefined ? first : { tenant: first, index: 0 }
    if (this.#waitingReads === 0) return undefined
    for (const tenant of this.#ring) {
      const index = tenant.waiting.findIndex(({ entrant }) => !entrant.isWrite)
      if (index !== -1) return { tenant, index }
    }
    return undefined
  }

  /** Starts one waiting request, and sends its instance to the end of the ring. */
  #startNext(tenant: Tenant, index: number): void {
    const [next] = tenant.waiting.splice(index, 1)
    if (next === undefined) return
    if (!next.entrant.isWrite) this.#waitingReads -= 1
    this.#ring.delete(tenant)
    if (tenant.waiting.length > 0) this.#ring.add(tenant)
    this.#start(next)
  }

  #start(place: Place): void {
    this.#countRunning(place, 1)
    place.entrant.start(place)
  }

  #take({ tenant, key, entrant: { bytes } }: Place): void {
    this.#inFlight += 1
    this.#bytes += bytes
    tenant.share.enter(bytes)
    key?.enter(bytes)
  }

  #giveBack({ tenant, key, entrant: { bytes } }: Place): void {
    this.#inFlight -= 1
    this.#bytes -= bytes
    tenant.share.leave(bytes)
    key?.leave(bytes)
  }

  #tenantOf(name: string): Tenant {
    const known = this.#tenants.get(name)
    if (known !== undefined) return known
    const share = new TenantShare(this.#limitsOf(name), this.#now())
    const tenant = new Tenant(share, this.#hasKeyLimits(name))
    this.#tenants.set(name, tenant)
    return tenant
  }

  /** Undefined for a key without limits. Most keys have none, and nothing is counted for them. */
  #keyOf(tenant: Tenant, { instance, keyId }: Entrant): TenantShare | undefined {
    if (!tenant.hasKeyLimits || keyId === '') return undefined
    const known = tenant.keys.get(keyId)
    if (known !== undefined) return known
    const share = new TenantShare(this.#keyLimitsOf(instance, keyId), this.#now())
    tenant.keys.set(keyId, share)
    return share
  }

  #limitsOf(name: string): TenantLimits {
    const { limits } = this.#instances.get(instanceId(name)) ?? {}
    return effectiveLimits(limits, this.#defaults.instance)
  }

  #keyLimitsOf(name: string, keyId: string): TenantLimits {
    const keys = this.#instances.get(instanceId(name))?.keys
    const limits = keys?.find(({ id }) => id === keyId)?.limits
    return effectiveLimits(limits, this.#defaults.key)
  }

  #hasKeyLimits(name: string): boolean {
    const keys = this.#instances.get(instanceId(name))?.keys ?? []
    if (!isUnlimited(this.#defaults.key)) return true
    return keys.some(({ limits }) => limits !== undefined)
  }
}
