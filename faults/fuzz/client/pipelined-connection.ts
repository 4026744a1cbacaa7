import { type Socket, connect } from 'node:net'
import { type Reply, ReplyReader } from './reply-reader.js'

/** A request that waits for its reply. */
interface Waiting<T> {
  readonly request: T
  readonly bytes: Buffer
  readonly sentAt: number
}

export interface ConnectionEvents<T> {
  /** The reply to the oldest request in flight. */
  onReply(request: T, reply: Reply): void
  /** The connection ended, or the bytes were not a reply. The oldest request is taken for the cause. */
  onBroken(request: T, reason: string): void
}

/** A keep-alive connection with several requests in flight, which is opened again when it breaks. */
export class PipelinedConnection<T> {
  readonly #port: number
  readonly #events: ConnectionEvents<T>
  #waiting: Waiting<T>[] = []
  #socket: Socket
  #reader = new ReplyReader()
  #isClosed = false

  constructor(port: number, events: ConnectionEvents<T>) {
    this.#port = port
    this.#events = events
    this.#socket = this.#open()
  }

  get underWay(): number {
    return this.#waiting.length
  }

  /** When the oldest request in flight was sent. */
  get oldestSentAt(): number {
    return this.#waiting[0]?.sentAt ?? Number.POSITIVE_INFINITY
  }

  send(request: T, bytes: Buffer): void {
    this.#waiting.push({ request, bytes, sentAt: performance.now() })
    if (this.#socket.destroyed) this.#socket = this.#open()
    this.#socket.write(bytes)
  }

  /** Gives up the oldest request; those behind it are sent again. */
  giveUp(reason: string): void {
    const [first, ...others] = this.#waiting
    this.#socket.destroy()
    this.#waiting = []
    this.#socket = this.#open()
    for (const { request, bytes } of others) this.send(request, bytes)
    if (first !== undefined) this.#events.onBroken(first.request, reason)
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  #open(): Socket {
    const reader = new ReplyReader()
    this.#reader = reader
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
    const lost = (reason: string): void => {
      if (!this.#isClosed && reader === this.#reader && this.#waiting.length > 0) {
        this.giveUp(reason)
      }
    }
    socket.on('data', (bytes) => this.#read(reader, bytes))
    socket.on('error', (error) => lost(error.message))
    socket.on('close', () => lost('the connection was closed'))
    return socket
  }

  #read(reader: ReplyReader, bytes: Buffer): void {
    if (reader !== this.#reader) return
    let replies: Reply[]
    try {
      replies = reader.push(bytes)
    } catch (error) {
      this.giveUp(error instanceof Error ? error.message : String(error))
      return
    }
    for (const reply of replies) {
      const first = this.#waiting.shift()
      if (first !== undefined) this.#events.onReply(first.request, reply)
    }
  }
}
