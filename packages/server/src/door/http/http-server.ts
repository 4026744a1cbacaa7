import { type Server, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { WorkTurns } from '@rowhouse/platform'
import type { Swept } from '../sweeping.js'
import type { TlsIdentity } from '../tls-identity.js'
import { type ConnectionPlace, HttpConnection } from './connection.js'
import type { HttpBounds, HttpHandler } from './http-handler.js'
import { headEnds } from './pack-reply.js'
import { ReplyQueue } from './reply-queue.js'
import { headLines } from './scan-head.js'

export interface HttpServerOptions {
  readonly handler: HttpHandler
  readonly bounds: HttpBounds
  /** Undefined serves plain HTTP. */
  readonly tls: TlsIdentity | undefined
  /** For what is long. */
  readonly turns: WorkTurns
  /** Monotonic milliseconds. */
  readonly now: number
}

/** HTTP/1.1 on sockets, with one request at a time on each. */
export class HttpServer implements Swept {
  readonly server: Server
  readonly #listener: Listener
  readonly #place: ConnectionPlace
  readonly #connections = new Set<HttpConnection>()
  /** With TLS also those that are not through their handshake. */
  readonly #sockets = new Set<Socket>()

  constructor(options: HttpServerOptions) {
    const { bounds } = options
    this.#place = {
      handler: options.handler,
      bounds,
      lines: headLines(),
      ends: headEnds(bounds.keepAliveTimeout),
      ready: new ReplyQueue(options.turns),
      turns: options.turns,
      now: options.now,
      isLate: false,
      forget: (connection) => this.#connections.delete(connection),
    }
    this.#listener = createListener(options, (socket) => {
      this.#connections.add(new HttpConnection(socket, this.#place))
    })
    this.server = this.#listener.server
    this.server.maxConnections = bounds.connectionsMax
    // Full: an idle connection is closed to make room for the next one.
    this.server.on('drop', () => this.closeIdle())
    this.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  /** Of connections from now on. */
  setTls(tls: TlsIdentity): void {
    this.#listener.setTls(tls)
  }

  tick(now: number, isLate: boolean): void {
    this.#place.now = now
    this.#place.isLate = isLate
  }

  /** Ends what has taken too long. */
  sweep(now: number): void {
    for (const connection of this.#connections) connection.sweep(now)
  }

  /** Ends connections that have had their answers, or never asked, and ask nothing. */
  closeIdle(): void {
    for (const connection of this.#connections) connection.closeIdle()
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

interface Listener {
  readonly server: Server
  setTls(tls: TlsIdentity): void
}

function createListener(options: HttpServerOptions, welcome: (socket: Socket) => void): Listener {
  // A client that has sent its last request and says so gets its answer all the same.
  const settings = { noDelay: true, allowHalfOpen: true }
  if (options.tls === undefined) {
    const setTls = (): void => {
      throw new Error('plain HTTP has no certificate')
    }
    return { server: createServer(settings, welcome), setTls }
  }
  const { certificate: cert, key } = options.tls
  const handshakeTimeout = options.bounds.headTimeout
  const ALPNProtocols = ['http/1.1']
  const server = createTlsServer(
    { ...settings, cert, key, handshakeTimeout, ALPNProtocols },
    welcome,
  )
  // Node.js leaves the socket of a handshake that failed or took too long open, and counts it.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return {
    server,
    setTls: (tls) => server.setSecureContext({ cert: tls.certificate, key: tls.key }),
  }
}
