import { connect, type Socket } from 'node:net'
import { ReplyParser } from './reply-parser.js'

const READ_BUFFER_BYTES = 64 * 1024

export interface Endpoint {
  readonly host: string
  readonly port: number
}

export interface Reply {
  readonly status: number
  readonly body: Buffer
}

/** The events of a connection for its owner. */
export interface ConnectionEvents {
  onReply(connection: Connection): void
  onLost(connection: Connection, reason: Error): void
}

/** One raw keep-alive connection with at most one request in flight. */
export class Connection {
  readonly parser: ReplyParser
  /** When the request in flight was written, by performance.now(). */
  sentAt = 0
  readonly #socket: Socket
  #closing = false

  constructor(endpoint: Endpoint, keepBody: boolean, events: ConnectionEvents) {
    this.parser = new ReplyParser(keepBody)
    this.#socket = connect({
      ...endpoint,
      noDelay: true,
      // Reading into one buffer avoids the work of streams for each chunk.
      onread: {
        buffer: Buffer.allocUnsafe(READ_BUFFER_BYTES),
        callback: (length, buffer) => {
          this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, length), events)
          return true
        },
      },
    })
    const lost = (reason: Error): void => {
      if (!this.#closing) events.onLost(this, reason)
    }
    this.#socket.on('error', lost)
    this.#socket.on('close', () => lost(new Error('The server closed the connection')))
  }

  send(request: Buffer): void {
    this.sentAt = performance.now()
    this.#socket.write(request)
  }

  close(): void {
    this.#closing = true
    this.#socket.destroy()
  }

  #read(bytes: Buffer, events: ConnectionEvents): void {
    let complete: boolean
    try {
      complete = this.parser.push(bytes)
    } catch (error) {
      events.onLost(this, error instanceof Error ? error : new Error(String(error)))
      this.close()
      return
    }
    if (complete) events.onReply(this)
  }
}

/** A connection for callers that need each reply with its body, one after the other. */
export class RequestingConnection {
  readonly #connection: Connection
  #waiting: { resolve: (reply: Reply) => void; reject: (reason: Error) => void } | undefined
  #lost: Error | undefined

  constructor(endpoint: Endpoint) {
    this.#connection = new Connection(endpoint, true, {
      onReply: ({ parser }) => {
        const waiting = this.#waiting
        this.#waiting = undefined
        waiting?.resolve({ status: parser.status, body: Buffer.concat(parser.body) })
      },
      onLost: (_connection, reason) => {
        this.#lost = reason
        this.#waiting?.reject(reason)
        this.#waiting = undefined
      },
    })
  }

  request(bytes: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) return reject(this.#lost)
      this.#waiting = { resolve, reject }
      this.#connection.send(bytes)
    })
  }

  close(): void {
    this.#connection.close()
  }
}
