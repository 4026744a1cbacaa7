/** One HTTP reply as it was received. */
export interface Reply {
  readonly status: number
  /** Headers by name in lower case; the values of a repeated one are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

const HEAD_END = Buffer.from('\r\n\r\n')
const HEAD_BYTES_MAX = 16 * 1024
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [ -~]*$/
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/

/** Parses replies strictly, one after the other. Interim replies are skipped. */
export class ReplyReader {
  #rest: Buffer = Buffer.alloc(0)
  #chunks: Buffer[] = []
  #buffered = 0
  #wanted = 0
  readonly #withoutBodies: boolean

  constructor(withoutBodies = false) {
    this.#withoutBodies = withoutBodies
  }

  /** Whether a reply has been received in part. */
  get isInside(): boolean {
    return this.#rest.length + this.#buffered > 0
  }

  /** The replies that these bytes complete; throws when the bytes are not replies. */
  push(bytes: Buffer): Reply[] {
    this.#chunks.push(bytes)
    this.#buffered += bytes.length
    if (this.#rest.length + this.#buffered < this.#wanted) return []
    this.#rest = Buffer.concat([this.#rest, ...this.#chunks])
    this.#chunks = []
    this.#buffered = 0
    const replies: Reply[] = []
    for (;;) {
      const reply = this.#take()
      if (reply === undefined) return replies
      if (reply.status >= 200) replies.push(reply)
    }
  }

  #take(): Reply | undefined {
    const bytes = this.#rest
    const end = bytes.indexOf(HEAD_END)
    if (end === -1) {
      if (bytes.length > HEAD_BYTES_MAX) throw new Error('the head of a reply has no end')
      this.#wanted = bytes.length + 1
      return undefined
    }
    const lines = bytes.toString('latin1', 0, end).split('\r\n')
    const status = Number(STATUS_LINE.exec(lines[0] ?? '')?.[1])
    if (!Number.isInteger(status)) throw new Error(`no status line: ${lines[0]?.slice(0, 80)}`)
    const headers = headersOf(lines)
    const start = end + HEAD_END.length
    const length = status < 200 || this.#withoutBodies ? 0 : bodyLength(headers)
    if (bytes.length < start + length) {
      this.#wanted = start + length
      return undefined
    }
    this.#rest = bytes.subarray(start + length)
    this.#wanted = 0
    return { status, headers, body: bytes.subarray(start, start + length) }
  }
}

function headersOf(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (let index = 1; index < lines.length; index++) {
    const match = HEADER_LINE.exec(lines[index] ?? '')
    if (match === null) throw new Error(`no header: ${lines[index]?.slice(0, 80)}`)
    const name = (match[1] ?? '').toLowerCase()
    const before = headers.get(name)
    const value = match[2] ?? ''
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}

/** The content length, which every reply of the server has. */
function bodyLength(headers: ReadonlyMap<string, string>): number {
  const text = headers.get('content-length')
  if (text === undefined || !/^\d{1,9}$/.test(text)) {
    throw new Error(`a reply of unknown length: ${text}`)
  }
  return Number(text)
}
