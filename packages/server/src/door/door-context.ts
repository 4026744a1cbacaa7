import type { Clock } from '@rowhouse/platform'
import type { AuthPolicy } from './authenticate.js'
import type { BodyBudget } from './body-budget.js'
import type { Credentials } from './credentials.js'
import type { EngineGate } from './messages.js'
import type { OperationAccesses } from './operation-access.js'
import type { ReplyDigests } from './reply-digests.js'
import type { ReplyStamps } from './reply-stamps.js'
import type { WelcomePage } from './welcome-page.js'

/** Every bound of one door. Times are milliseconds. */
export interface DoorBounds {
  readonly bodyBytesMax: number
  /** Bytes of all incomplete bodies. */
  readonly incomingBytesMax: number
  readonly connectionsMax: number
  readonly headTimeout: number
  readonly bodyTimeout: number
  /** A connection that moves no bytes for this long is closed. */
  readonly silenceTimeout: number
  readonly keepAliveTimeout: number
}

/** What all requests of one door share. */
export interface DoorContext {
  readonly gate: EngineGate
  readonly operations: OperationAccesses
  readonly policy: AuthPolicy
  readonly bounds: DoorBounds
  readonly clock: Clock
  readonly stamps: ReplyStamps
  readonly bodies: BodyBudget
  readonly digests: ReplyDigests
  /** Whether other machines may read the metrics page too. */
  readonly metricsForAll: boolean
  /** The page at `/`. */
  readonly welcome: WelcomePage
  credentials: Credentials
  /** Set when the door is closing: its answers say so, and end their connections. */
  draining: boolean
  /** Requests that wait for their body or their answer. */
  active: number
  /** Called when a draining door has answered its last request. */
  onQuiet: () => void
}
