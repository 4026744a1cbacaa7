import { type Server, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { WorkTurns } from '@rowhouse/platform'
import type { Swept } from '../sweeping.js'
import type { TlsIdentity } from '../tls-identity.js'
import { type ConnectionPlace, HttpConnection } from './http-connection.js'
import type { HttpBounds, HttpHandler } from './http-handler.js'
import { headEnds } from './pack-reply.js'
import { ReplyQueue } from './reply-queue.js'
import { headLines } from './scan-head.js'

export interface HttpServerOptions {
  readonly handler: HttpHandler
  readonly bounds: HttpBounds
  /** The server speaks plain HTTP when this is undefined. */
  readonly tls: TlsIdentity | undefined
  /** Long work takes turns. */
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
  /** All open sockets, with TLS also those in their handshake. */
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
    // When the server is full, an idle connection is closed to make room for the next one.
    this.server.on('drop', () => this.closeIdle())
    this.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  /** Applies to new connections. */
  setTls(tls: TlsIdentity): void {
    this.#listener.setTls(tls)
  }

  tick(now: number, isLate: boolean): void {
    this.#place.now = now
    this.#place.isLate = isLate
  }

  /** Ends connections that have taken too long. */
  sweep(now: number): void {
    for (const connection of this.#connections) connection.sweep(now)
  }

  /** Ends connections that are idle, and those that have sent nothing since they opened. */
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
  // A client may close its side after its last request, and still gets the answer.
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
  // Node.js leaves the socket of a failed or slow handshake open, and counts it as a connection.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return {
    server,
    setTls: (tls) => server.setSecureContext({ cert: tls.certificate, key: tls.key }),
  }
}
