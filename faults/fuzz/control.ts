import { PipelinedConnection } from './client/pipelined-connection.js'
import type { Reply } from './client/reply-reader.js'
import { type Signer, requestBytes } from './http/envelope.js'

interface Call {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/** A connection for the harness's own requests, which must all be answered. */
export class Control {
  readonly #signer: Signer
  readonly #connection: PipelinedConnection<Call>

  constructor(port: number, signer: Signer) {
    this.#signer = signer
    this.#connection = new PipelinedConnection<Call>(port, {
      onReply: (call, reply) => call.resolve(reply),
      onBroken: (call, reason) => call.reject(new Error(`a request of the harness: ${reason}`)),
    })
  }

  /** When the oldest waiting request was sent. */
  get oldestSentAt(): number {
    return this.#connection.oldestSentAt
  }

  giveUp(reason: string): void {
    this.#connection.giveUp(reason)
  }

  request(operation: string, body: Buffer): Promise<Reply> {
    return this.#send(requestBytes(this.#signer.envelope(operation, body)))
  }

  async page(path: string): Promise<string> {
    const reply = await this.#send(Buffer.from(`GET /${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`))
    if (reply.status !== 200) throw new Error(`/${path} answers ${reply.status}`)
    return reply.body.toString()
  }

  close(): void {
    this.#connection.close()
  }

  #send(bytes: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#connection.send({ resolve, reject }, bytes)
    })
  }
}
