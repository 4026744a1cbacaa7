import { STATUS_CODES } from 'node:http'
import { serverLimits } from '../../limits.js'

export interface HttpReply {
  readonly status: number
  /** Whole lines in Latin-1, without those on the length of the body. */
  readonly headers: string
  readonly body: Buffer
  /** The connection ends with this reply. */
  readonly close: boolean
}

/** The bytes to write. */
export interface PackedReply {
  readonly head: Buffer
  /** Undefined when `head` includes the body. */
  readonly body: Buffer | undefined
  readonly close: boolean
}

/** `closing` ends the head of the last reply of a connection, `keeping` the heads of the others. */
export interface HeadEnds {
  readonly closing: string
  readonly keeping: string
}

/** Clients that read the header close an idle connection before the server does. */
export function headEnds(keepAliveTimeout: number): HeadEnds {
  const seconds = Math.floor(keepAliveTimeout / 1000)
  return {
    closing: '\r\nconnection: close\r\n\r\n',
    keeping: `\r\nconnection: keep-alive\r\nkeep-alive: timeout=${seconds}\r\n\r\n`,
  }
}

/** The bytes of a reply. A small reply is one piece, because copying costs less than a second buffer. */
export function packReply(reply: HttpReply, ends: HeadEnds, withBody: boolean): PackedReply {
  const { status, body, close } = reply
  const text =
    `${statusLine(status)}${reply.headers}content-length: ${body.length}` +
    (close ? ends.closing : ends.keeping)
  if (!withBody || body.length > serverLimits.COPIED_REPLY_BYTES_MAX) {
    const head = Buffer.from(text, 'latin1')
    return { head, body: withBody ? body : undefined, close }
  }
  const bytes = Buffer.allocUnsafe(text.length + body.length)
  bytes.write(text, 'latin1')
  bytes.set(body, text.length)
  return { head: bytes, body: undefined, close }
}

const OK = 'HTTP/1.1 200 OK\r\n'

const statusLine = (status: number): string =>
  status === 200 ? OK : `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`
