import type { Instance } from '../instances/instance.js'
import type { AuthPolicy } from './authenticate.js'
import type { BodyPack } from './body-pack.js'
import type { DoorBounds } from './door-context.js'
import type { Page, Refusal } from './messages.js'
import type { OperationAccess } from './operation-access.js'
import type { TlsIdentity } from './tls-identity.js'

/** The setup of a door in a thread of its own. */
export interface DoorThreadSetup {
  readonly operations: readonly (readonly [name: string, access: OperationAccess])[]
  readonly policy: AuthPolicy
  readonly bounds: DoorBounds
  readonly metricsForAll: boolean
  readonly consoleUrl: string | undefined
  readonly tls: TlsIdentity | undefined
  readonly instances: readonly Instance[]
  /** The address to listen on, or the descriptor on which the first door listens. */
  readonly listen: { readonly host: string; readonly port: number } | { readonly fd: number }
  /** performance.timeOrigin of the engine's thread. Both threads tell time from there. */
  readonly timeOrigin: number
}

/**
 * Calls of one turn of the event loop as one array for each member: arrays of strings are cheaper to clone
 * than objects.
 */
export interface CallBatch {
  readonly kind: 'calls'
  readonly ids: readonly number[]
  readonly requestIds: readonly string[]
  readonly instances: readonly string[]
  readonly keyIds: readonly string[]
  readonly operations: readonly string[]
  readonly authentications: readonly number[]
  readonly sentAt: readonly number[]
  readonly waitsForIndex: readonly boolean[]
  /** Absent when no call has a trace. */
  readonly traceParents: readonly (string | undefined)[] | undefined
  readonly bodies: BodyPack
}

export type FromDoor =
  | { readonly kind: 'listening'; readonly fd: number; readonly port: number }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined }
  | CallBatch
  | { readonly kind: 'page'; readonly id: number; readonly page: Page }
  | { readonly kind: 'refusals'; readonly refusals: readonly Refusal[] }
  /** The client has gone before its answer came. */
  | { readonly kind: 'gone'; readonly id: number }
  /** A reply whose memory is counted is over. */
  | { readonly kind: 'over'; readonly id: number }
  | { readonly kind: 'drained' }

export interface ReplyBatch {
  readonly kind: 'replies'
  readonly ids: readonly number[]
  readonly statuses: readonly number[]
  readonly bodies: BodyPack
  /** Replies whose end the engine must be told, because it counts their memory. */
  readonly counted: readonly number[]
}

export type ToDoor =
  /** The first message. */
  | { readonly kind: 'start'; readonly setup: DoorThreadSetup }
  | ReplyBatch
  /** Closes the connection of a counted reply. */
  | { readonly kind: 'cut'; readonly id: number }
  | { readonly kind: 'instances'; readonly instances: readonly Instance[] }
  | { readonly kind: 'tls'; readonly tls: TlsIdentity }
  | { readonly kind: 'drain' }
