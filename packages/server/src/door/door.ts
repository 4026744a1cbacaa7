import type { Server } from 'node:net'
import type { Clock, Random, WorkTurns } from '@rowhouse/platform'
import type { Instance } from '../instances/instance.js'
import type { AuthPolicy } from './authenticate.js'
import { BodyBudget } from './body-budget.js'
import { Credentials } from './credentials.js'
import type { DoorBounds, DoorContext } from './door-context.js'
import { Exchange } from './exchange.js'
import type { HttpConnection } from './http/http-connection.js'
import type { HttpBounds, RequestTaker } from './http/http-handler.js'
import type { HttpHead } from './http/http-head.js'
import { HttpServer } from './http/http-server.js'
import type { EngineGate } from './messages.js'
import { type OperationAccesses, pathOf } from './operation-access.js'
import { isPage, pageTaker, servePage } from './pages.js'
import { refuseUnread } from './refuse-unread.js'
import { ReplyDigests } from './reply-digests.js'
import { ReplyStamps } from './reply-stamps.js'
import { startSweeping } from './sweeping.js'
import type { TlsIdentity } from './tls-identity.js'
import { welcomePage } from './welcome-page.js'
import { within } from './within.js'

export interface DoorOptions {
  readonly gate: EngineGate
  readonly operations: OperationAccesses
  readonly policy: AuthPolicy
  readonly bounds: DoorBounds
  readonly metricsForAll: boolean
  /** The console, for the page at `/`. */
  readonly consoleUrl: string | undefined
  /** The door serves plain HTTP when this is undefined. */
  readonly tls: TlsIdentity | undefined
  readonly instances: readonly Instance[]
  readonly clock: Clock
  readonly random: Random
  /** Long work on large replies takes turns with all other long work of this thread. */
  readonly turns: WorkTurns
}

/** One listening server: everything between the socket and a call to the engine. */
export interface Door {
  readonly server: Server
  setInstances(instances: readonly Instance[]): void
  /** Applies to new connections. Not for plain HTTP. */
  setTls(tls: TlsIdentity): void
  /** Refuses new requests, and resolves when every request in flight is answered. */
  quiet(): Promise<void>
  /** Does the same as `quiet` within the given time, and then closes the server. */
  drain(milliseconds: number): Promise<void>
}

const SWEEP_INTERVAL = 500
/** How long clients may take to read their last answers. */
const FLUSH_TIME = 1_000

export function createDoor(options: DoorOptions): Door {
  const context: DoorContext = {
    gate: options.gate,
    operations: options.operations,
    policy: options.policy,
    bounds: options.bounds,
    clock: options.clock,
    stamps: new ReplyStamps(options.clock, options.random),
    bodies: new BodyBudget(
      options.bounds.incomingBytesMax,
      options.bounds.bodyTimeout,
      options.clock.monotonic(),
    ),
    digests: new ReplyDigests(options.turns),
    metricsForAll: options.metricsForAll,
    welcome: welcomePage(options.consoleUrl),
    credentials: new Credentials(options.instances),
    draining: false,
    active: 0,
    onQuiet: () => {},
  }
  const { bounds, clock, tls } = options
  const http = new HttpServer({
    handler: {
      begin: (head, connection) => begin(context, head, connection),
      refuse: (reason) => refuseUnread(context, reason),
    },
    bounds: httpBounds(bounds),
    tls,
    turns: options.turns,
    now: clock.monotonic(),
  })
  const sweeping = startSweeping([context.bodies, http], clock, sweepInterval(bounds))
  return {
    server: http.server,
    setInstances: (instances) => {
      context.credentials = new Credentials(instances)
    },
    setTls: (changed) => http.setTls(changed),
    quiet: () => quiet(http, context),
    drain: async (milliseconds) => {
      await drain(http, context, milliseconds)
      sweeping.stop()
    },
  }
}

const sweepInterval = (bounds: DoorBounds): number =>
  Math.min(SWEEP_INTERVAL, bounds.headTimeout, bounds.bodyTimeout)

function httpBounds(bounds: DoorBounds): HttpBounds {
  const { connectionsMax, headTimeout, silenceTimeout, keepAliveTimeout } = bounds
  return {
    connectionsMax,
    headTimeout,
    // Bodies have a signed timeout of their own. This one ends bodies that are only discarded.
    requestTimeout: headTimeout + 2 * bounds.bodyTimeout,
    silenceTimeout,
    keepAliveTimeout,
    sweepInterval: sweepInterval(bounds),
  }
}

function begin(context: DoorContext, head: HttpHead, connection: HttpConnection): RequestTaker {
  const path = pathOf(head.target)
  if (isPage(head.method, path)) {
    servePage(context, path, connection)
    return pageTaker
  }
  const exchange = new Exchange(context, connection, head, path)
  exchange.begin()
  return exchange
}

function quiet(http: HttpServer, context: DoorContext): Promise<void> {
  context.draining = true
  http.closeIdle()
  if (context.active === 0) return Promise.resolve()
  return new Promise((resolve) => {
    context.onQuiet = resolve
  })
}

async function drain(http: HttpServer, context: DoorContext, milliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    http.server.close(() => resolve())
  })
  await within(milliseconds, quiet(http, context))
  http.closeIdle()
  // The last answers are on their way; connections end with them.
  await within(FLUSH_TIME, closed)
  http.closeAll()
  await closed
}
