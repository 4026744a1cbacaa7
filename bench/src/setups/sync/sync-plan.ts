import type { SlotMap } from '../sharded/slots.js'

/** Where a sync job puts changed orders. */
export type SyncTarget =
  | { readonly kind: 'sellers'; readonly socketPaths: readonly string[]; readonly slots: SlotMap }
  | { readonly kind: 'history'; readonly url: string }
  | { readonly kind: 'index'; readonly host: string; readonly port: number }

/** What a sync job is started with. */
export interface SyncPlan {
  /** Databases whose changes it follows. */
  readonly sources: readonly { readonly socketPath: string; readonly database: string }[]
  readonly target: SyncTarget
}

export const READY_LINE = 'the sync job follows'

/** Whether the argument of a job is a plan: the benchmark alone writes it, so its parts are not looked at. */
export const isSyncPlan = (value: unknown): value is SyncPlan =>
  typeof value === 'object' && value !== null && 'sources' in value && 'target' in value
