import { expectDefined } from '@rowhouse/platform'
import { headerName } from './header-names.js'
import type { HeadLines } from './scan-head.js'

/** The length of a chunked body. */
export const CHUNKED = -1

/** The head of one request. */
export interface HttpHead {
  readonly method: string
  readonly target: string
  /** Whether the client wants to send more requests on its connection. */
  readonly keepsAlive: boolean
  /** In bytes; CHUNKED when only the last chunk shows the end. */
  readonly bodyLength: number
  /** Whether the client waits for 100-continue before it sends the body. */
  readonly expectsContinue: boolean
  /** Names in lower case and their trimmed values in turn, with one character for each byte. */
  readonly headers: readonly string[]
}

const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const BLANK = /[ \t]/
const VERSION = ' HTTP/1.'
/** A number of fifteen digits is always a safe integer. */
const LENGTH = /^\d{1,15}$/

/**
 * Reads a head whose lines are known. Undefined when the head is broken, or does not define where the body
 * ends.
 */
export function readHead(bytes: Buffer, start: number, lines: HeadLines): HttpHead | undefined {
  const end = lines.headers === 0 ? lines.requestEnd : (lines.ends[lines.headers - 1] ?? start)
  const text = bytes.toString('latin1', start, end)
  // The request line is method, target and version, with one space between them.
  const methodEnd = text.indexOf(' ')
  const targetEnd = lines.requestEnd - start - VERSION.length - 1
  if (methodEnd <= 0 || targetEnd <= methodEnd + 1) return undefined
  if (!text.startsWith(VERSION, targetEnd)) return undefined
  const minor = text[targetEnd + VERSION.length]
  if (minor !== '1' && minor !== '0') return undefined
  const method = text.slice(0, methodEnd)
  const target = text.slice(methodEnd + 1, targetEnd)
  if ((method !== 'POST' && !METHOD.test(method)) || BLANK.test(target)) return undefined
  const headers: string[] = []
  const isNew = minor === '1'
  const head = { method, target, keepsAlive: isNew, bodyLength: 0, expectsContinue: false, headers }
  return readHeaders(text, start, lines, head, isNew) ? head : undefined
}

/** A head that is being read. */
type Unread = { -readonly [name in keyof HttpHead]: HttpHead[name] } & { headers: string[] }

function readHeaders(
  text: string,
  start: number,
  lines: HeadLines,
  head: Unread,
  isNew: boolean,
): boolean {
  let isFramed = false
  let at = lines.requestEnd - start + 2
  for (let index = 0; index < lines.headers; index++) {
    const colon = expectDefined(lines.colons[index], 'a header has a colon') - start
    const end = expectDefined(lines.ends[index], 'a header has an end') - start
    const name = headerName(text.slice(at, colon))
    const value = trimmed(text, colon + 1, end)
    head.headers.push(name, value)
    at = end + 2
    switch (name) {
      // Two lengths, or a length and chunks, would make the end of the body a guess.
      case 'content-length':
        if (isFramed || !LENGTH.test(value)) return false
        isFramed = true
        head.bodyLength = Number(value)
        break
      case 'transfer-encoding':
        if (isFramed || !isNew || value.toLowerCase() !== 'chunked') return false
        isFramed = true
        head.bodyLength = CHUNKED
        break
      case 'connection':
        readConnection(head, value)
        break
      // HTTP lets a server ignore unknown expectations, and the service has no answer 417.
      case 'expect':
        head.expectsContinue = isNew && value.toLowerCase() === '100-continue'
        break
      default:
    }
  }
  return true
}

function readConnection(head: Unread, value: string): void {
  for (const option of value.toLowerCase().split(',')) {
    const word = option.trim()
    if (word === 'close') head.keepsAlive = false
    else if (word === 'keep-alive') head.keepsAlive = true
  }
}

/** The part without the blanks around it. */
function trimmed(text: string, start: number, end: number): string {
  let first = start
  let last = end
  while (first < last && isBlank(text, first)) first++
  while (first < last && isBlank(text, last - 1)) last--
  return text.slice(first, last)
}

function isBlank(text: string, at: number): boolean {
  const character = text.charCodeAt(at)
  return character === 0x20 || character === 0x09
}
