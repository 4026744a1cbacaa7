import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Clock, Random } from '@rowhouse/engine'
import type { Instance } from '../instances/instance.js'
import type { AuthPolicy } from './authenticate.js'
import { BodyBudget } from './body-budget.js'
import { Credentials } from './credentials.js'
import type { DoorBounds, DoorContext } from './door-context.js'
import { DoorRequest } from './door-request.js'
import { Exchange } from './exchange.js'
import type { EngineGate } from './messages.js'
import { type OperationAccesses, pathOf } from './operation-access.js'
import { isPage, servePage } from './pages.js'
import { refuseRaw } from './refuse-raw.js'
import { ReplyBudget } from './reply-budget.js'
import { ReplyQueue } from './reply-queue.js'
import { ReplyStamps } from './reply-stamps.js'
import { within } from './within.js'

export interface DoorOptions {
  readonly gate: EngineGate
  readonly operations: OperationAccesses
  readonly policy: AuthPolicy
  readonly bounds: DoorBounds
  readonly metricsForAll: boolean
  /** PEM texts; undefined serves plain HTTP. */
  readonly tls: { readonly certificate: string; readonly key: string } | undefined
  readonly instances: readonly Instance[]
  readonly clock: Clock
  readonly random: Random
}

/** One HTTP server: everything between the socket and a call to the engine. */
export interface Door {
  readonly server: Server
  setInstances(instances: readonly Instance[]): void
  /** Turns requests away from now on; resolves when every one in flight is answered. */
  quiet(): Promise<void>
  /** The same for as long as the time allows, then closes the server. */
  drain(milliseconds: number): Promise<void>
}

const SWEEP_INTERVAL = 500
/** For answers to reach clients that read them. */
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
    replies: new ReplyBudget(options.bounds.unreadBytesMax),
    ready: new ReplyQueue(),
    metricsForAll: options.metricsForAll,
    credentials: new Credentials(options.instances),
    draining: false,
    active: 0,
    onQuiet: () => {},
  }
  const server = createHttpServer(options)
  listenToRequests(server, context)
  boundConnections(server, options.bounds)
  const sweep = setInterval(
    () => context.bodies.sweep(options.clock.monotonic()),
    Math.min(SWEEP_INTERVAL, options.bounds.bodyTimeout),
  )
  sweep.unref()
  return {
    server,
    setInstances: (instances) => {
      context.credentials = new Credentials(instances)
    },
    quiet: () => quiet(server, context),
    drain: async (milliseconds) => {
      await drain(server, context, milliseconds)
      clearInterval(sweep)
    },
  }
}

function createHttpServer(options: DoorOptions): Server {
  const { bounds, tls } = options
  const http = {
    IncomingMessage: DoorRequest,
    keepAliveTimeout: bounds.keepAliveTimeout,
    headersTimeout: bounds.headTimeout,
    // Bodies have our own, signed, timeout; this one ends what is only being discarded.
    requestTimeout: bounds.headTimeout + 2 * bounds.bodyTimeout,
    connectionsCheckingInterval: Math.min(SWEEP_INTERVAL, bounds.headTimeout),
    noDelay: true,
    // Nothing here depends on it, and an answer of ours is better than Node's bare 400.
    requireHostHeader: false,
  }
  if (tls === undefined) return createServer(http)
  const { certificate: cert, key } = tls
  return createTlsServer({ ...http, cert, key, handshakeTimeout: bounds.headTimeout })
}

function listenToRequests(server: Server, context: DoorContext): void {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // The server makes every request with the class that it was given.
    if (request instanceof DoorRequest) handleRequest(context, request, response)
  }
  server.on('request', handle)
  // Expectations that nobody knows are passed over, as HTTP allows: a 417 would be no answer of ours.
  server.on('checkExpectation', handle)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!(request instanceof DoorRequest)) return
    const announced = Number(request.head.contentLength ?? 0)
    if (announced <= context.bounds.bodyBytesMax) response.writeContinue()
    handleRequest(context, request, response)
  })
  server.on('clientError', (error: Error, socket: Socket) => {
    refuseRaw(error, socket, context)
  })
}

function boundConnections(server: Server, bounds: DoorBounds): void {
  server.maxConnections = bounds.connectionsMax
  server.timeout = bounds.silenceTimeout
  // Full: whoever only keeps a connection warm makes room for the next one.
  server.on('drop', () => server.closeIdleConnections())
}

function handleRequest(context: DoorContext, request: DoorRequest, response: ServerResponse): void {
  response.sendDate = false
  const path = pathOf(request.url ?? '')
  if (request.method === 'GET' && isPage(path)) {
    servePage(context, path, request, response)
    return
  }
  const exchange = new Exchange(context, request, response, path)
  request.exchange = exchange
  if (!exchange.begin()) return
  request.on('data', onData)
  request.on('end', onEnd)
}

function onData(this: DoorRequest, chunk: Buffer): void {
  this.exchange?.take(chunk)
}

function onEnd(this: DoorRequest): void {
  try {
    this.exchange?.complete()
  } catch (error) {
    this.exchange?.fail(error)
  }
}

function quiet(server: Server, context: DoorContext): Promise<void> {
  context.draining = true
  server.closeIdleConnections()
  if (context.active === 0) return Promise.resolve()
  return new Promise((resolve) => {
    context.onQuiet = resolve
  })
}

async function drain(server: Server, context: DoorContext, milliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await within(milliseconds, quiet(server, context))
  server.closeIdleConnections()
  // The last answers are on their way; connections end with them.
  await within(FLUSH_TIME, closed)
  server.closeAllConnections()
  await closed
}
