const CR = 0x0d
const LF = 0x0a
const COLON = 0x3a
const LOWER_CASE = 0x20
const CONTENT_LENGTH = Buffer.from('content-length')
const TRANSFER_ENCODING = Buffer.from('transfer-encoding')
/** More than any of the measured servers sends; a longer head is a broken reply. */
const MAX_HEAD_BYTES = 16 * 1024

/**
 * Reads one HTTP/1.1 reply at a time, for a client with at most one request in flight on a connection. It
 * parses only the status and the body's length and skips the body unless it is to be kept: a load generator
 * must cost far less than what it measures.
 */
export class ReplyParser {
  status = 0
  bodyLength = 0
  /** The chunks of the body, if it is kept. */
  body: Buffer[] = []
  readonly #keepBody: boolean
  #head: Buffer | undefined
  #bodyLeft = -1

  constructor(keepBody: boolean) {
    this.#keepBody = keepBody
  }

  /** Takes the next bytes from the socket; true when they complete a reply. */
  push(bytes: Buffer): boolean {
    return this.#bodyLeft >= 0 ? this.#skipBody(bytes, 0) : this.#readHead(bytes)
  }

  #readHead(bytes: Buffer): boolean {
    const input = this.#head === undefined ? bytes : Buffer.concat([this.#head, bytes])
    const end = input.indexOf('\r\n\r\n', 0, 'latin1')
    if (end < 0) {
      if (input.length > MAX_HEAD_BYTES) throw new Error('The head of a reply is too long')
      this.#head = Buffer.from(input)
      return false
    }
    this.#head = undefined
    this.status = statusOf(input)
    this.bodyLength = contentLengthOf(input, end)
    this.#bodyLeft = this.bodyLength
    if (this.#keepBody) this.body = []
    return this.#skipBody(input, end + 4)
  }

  #skipBody(bytes: Buffer, start: number): boolean {
    const available = bytes.length - start
    if (available > this.#bodyLeft) throw new Error('More bytes than the reply announced')
    if (this.#keepBody && available > 0) this.body.push(Buffer.from(bytes.subarray(start)))
    this.#bodyLeft -= available
    if (this.#bodyLeft > 0) return false
    this.#bodyLeft = -1
    return true
  }
}

/** The three digits after "HTTP/1.1 ". */
function statusOf(head: Buffer): number {
  const digit = (at: number): number => (head[at] ?? 0) - 0x30
  return digit(9) * 100 + digit(10) * 10 + digit(11)
}

function contentLengthOf(head: Buffer, end: number): number {
  let line = 0
  while (line < end) {
    if (headerIs(head, line, CONTENT_LENGTH)) {
      return numberAt(head, line + CONTENT_LENGTH.length + 1)
    }
    if (headerIs(head, line, TRANSFER_ENCODING)) throw new Error('Chunked replies are not read')
    const next = head.indexOf(LF, line)
    if (next < 0) break
    line = next + 1
  }
  return 0
}

function headerIs(head: Buffer, start: number, name: Buffer): boolean {
  if (head[start + name.length] !== COLON) return false
  for (let i = 0; i < name.length; i += 1) {
    if (((head[start + i] ?? 0) | LOWER_CASE) !== name[i]) return false
  }
  return true
}

function numberAt(head: Buffer, start: number): number {
  let at = start
  while (head[at] === 0x20) at += 1
  let value = 0
  for (let byte = head[at]; byte !== undefined && byte !== CR; byte = head[at]) {
    value = value * 10 + (byte - 0x30)
    at += 1
  }
  return value
}
