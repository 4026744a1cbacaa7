import type { TenantShare } from './tenant-share.js'

/** A request that asks for admission. */
export interface Entrant {
  readonly instance: string
  /** Empty when the request named no known key. */
  readonly keyId: string
  readonly bytes: number
  readonly isWrite: boolean
  /** Called when the request's turn has come. `leave` releases the place with its answer. */
  start(place: Place): void
  /** Called when the request is not admitted, or is evicted from the queue. */
  refuse(): void
}

/** The place that an admitted entrant takes. */
export interface Place {
  readonly entrant: Entrant
  readonly tenant: Tenant
  readonly key: TenantShare | undefined
}

/** One instance, as admission sees it. */
export class Tenant {
  readonly share: TenantShare
  /** Only keys that have limits. */
  readonly keys = new Map<string, TenantShare>()
  hasKeyLimits: boolean
  /** From the oldest to the newest. */
  readonly waiting: Place[] = []
  running = 0
  /** Requests that were refused or evicted because the whole server was full. */
  busyRefusals = 0

  constructor(share: TenantShare, hasKeyLimits: boolean) {
    this.share = share
    this.hasKeyLimits = hasKeyLimits
  }
}
