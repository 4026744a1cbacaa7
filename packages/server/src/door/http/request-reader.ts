import { serverLimits } from '../../limits.js'
import { CR, LF } from './byte-classes.js'
import { ChunkedBody } from './chunked-body.js'
import { CHUNKED, type HttpHead, readHead } from './http-head.js'
import { ownBytes } from './own-bytes.js'
import { BROKEN, type HeadLines, INCOMPLETE, scanHead } from './scan-head.js'

/** Receives the parts of one request after the other. */
export interface RequestEvents {
  head(head: HttpHead): void
  /** Never empty. The listener keeps the bytes, and must not change them. */
  body(piece: Buffer): void
  complete(): void
}

/** Parses requests from the bytes of one connection, however the network has split them. */
export class RequestReader {
  /** Set when a part of a request has come, but not its end. */
  isInside = false
  readonly #events: RequestEvents
  readonly #lines: HeadLines
  /** An incomplete head. */
  #partial: Buffer | undefined = undefined
  #isBody = false
  #left = 0
  #chunked: ChunkedBody | undefined = undefined

  /** Readers that do not run at the same time may share the lines. */
  constructor(events: RequestEvents, lines: HeadLines) {
    this.#events = events
    this.#lines = lines
  }

  /**
   * Reads on until a request is complete or the bytes are used up. Returns the index behind the last byte
   * that was used, or BROKEN: then nothing more can be read from this connection.
   */
  read(bytes: Buffer, start: number): number {
    if (this.#isBody) return this.#readBody(bytes, start)
    return this.#partial === undefined
      ? this.#beginHead(bytes, start)
      : this.#continueHead(this.#partial, bytes, start)
  }

  #beginHead(bytes: Buffer, start: number): number {
    const at = skipEmptyLines(bytes, start)
    if (at === bytes.length) return at
    const end = scanHead(bytes, at, this.#lines)
    if (end >= 0) return this.#takeHead(bytes, at, end) ? this.#readBody(bytes, end) : BROKEN
    if (end === BROKEN) return BROKEN
    return this.#keepHead(ownBytes(bytes.subarray(at))) ? bytes.length : BROKEN
  }

  #continueHead(before: Buffer, bytes: Buffer, start: number): number {
    const room = serverLimits.REQUEST_HEAD_BYTES_MAX + 1 - before.length
    const head = Buffer.concat([before, bytes.subarray(start, start + room)])
    const at = skipEmptyLines(head, 0)
    if (at === head.length) return this.#dropEmptyLines(start + head.length - before.length)
    const end = scanHead(head, at, this.#lines)
    if (end === BROKEN) return BROKEN
    if (end === INCOMPLETE) return this.#keepHead(head) ? bytes.length : BROKEN
    return this.#takeHead(head, at, end)
      ? this.#readBody(bytes, start + end - before.length)
      : BROKEN
  }

  /** A lone CR at the start was the first half of an empty line: no request has begun. */
  #dropEmptyLines(end: number): number {
    this.#partial = undefined
    this.isInside = false
    return end
  }

  #keepHead(head: Buffer): boolean {
    this.isInside = true
    this.#partial = head
    return head.length <= serverLimits.REQUEST_HEAD_BYTES_MAX
  }

  #takeHead(bytes: Buffer, start: number, end: number): boolean {
    this.#partial = undefined
    const head =
      end - start > serverLimits.REQUEST_HEAD_BYTES_MAX
        ? undefined
        : readHead(bytes, start, this.#lines)
    if (head === undefined) return false
    this.isInside = true
    this.#isBody = true
    this.#left = head.bodyLength
    this.#chunked = head.bodyLength === CHUNKED ? new ChunkedBody(this.#events) : undefined
    this.#events.head(head)
    return true
  }

  #readBody(bytes: Buffer, start: number): number {
    const chunked = this.#chunked
    if (chunked !== undefined) {
      const end = chunked.read(bytes, start)
      if (chunked.isComplete) this.#complete()
      return end
    }
    const end = Math.min(bytes.length, start + this.#left)
    this.#left -= end - start
    if (end > start) this.#events.body(bytes.subarray(start, end))
    if (this.#left === 0) this.#complete()
    return end
  }

  #complete(): void {
    this.isInside = false
    this.#isBody = false
    this.#chunked = undefined
    this.#events.complete()
  }
}

/** Some clients send an empty line after a body (RFC 9112, section 2.2). */
function skipEmptyLines(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === CR && bytes[at + 1] === LF) at += 2
  return at
}
