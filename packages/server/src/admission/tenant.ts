import type { TenantShare } from './tenant-share.js'

/** A request that asks to be let in. */
export interface Entrant {
  readonly instance: string
  /** Empty when it came without a known key. */
  readonly keyId: string
  readonly bytes: number
  readonly isWrite: boolean
  /** Its turn has come; the place is given back with its answer. */
  start(place: Place): void
  /** It is not let in, or has to give its place in the queue to another instance. */
  refuse(): void
}

/** What an entrant holds of the bounds. */
export interface Place {
  readonly entrant: Entrant
  readonly tenant: Tenant
  readonly key: TenantShare | undefined
}

/** One instance as admission sees it. */
export class Tenant {
  readonly share: TenantShare
  /** Of keys that have limits. */
  readonly keys = new Map<string, TenantShare>()
  hasKeyLimits: boolean
  /** From the oldest to the newest. */
  readonly waiting: Place[] = []
  running = 0
  /** Requests that were refused or gave way because the whole server was full. */
  busyRefusals = 0

  constructor(share: TenantShare, hasKeyLimits: boolean) {
    this.share = share
    this.hasKeyLimits = hasKeyLimits
  }
}
