import { inflateSync } from 'node:zlib'
import {
  HmacKey,
  authorizationHeader,
  contentMd5,
  decodeError,
  errorCodes,
  signReply,
  signedHeaders,
} from '@rowhouse/protocol'
import { checkBody } from './check-body.js'
import type { Reply } from './client/reply-reader.js'
import { type Asked, type Expectation, isUnwelcome } from './expectation.js'
import { ACCESS_KEY_ID, SECRET } from './http/envelope.js'

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Checks replies. Returns the problem with a reply, or undefined. */
export class ReplyChecker {
  readonly #key = new HmacKey('sha1', SECRET)
  readonly #statuses = new Map(errorCodes.map(({ code, status }) => [code, status]))
  /** Replies by error code, OK for a 200. */
  readonly codes = new Map<string, number>()

  check(asked: Asked, reply: Reply): string | undefined {
    if (asked.expected.kind === 'page') return reply.status === 200 ? undefined : 'a page failed'
    return this.#checkHeaders(asked, reply) ?? this.#checkContent(asked, reply)
  }

  #checkHeaders(asked: Asked, reply: Reply): string | undefined {
    const { headers } = reply
    if (headers.get('x-ots-contenttype') !== 'protocol buffer') return 'wrong x-ots-contenttype'
    if (!DATE.test(headers.get('x-ots-date') ?? '')) return 'wrong x-ots-date'
    if (!REQUEST_ID.test(headers.get('x-ots-requestid') ?? '')) return 'wrong x-ots-requestid'
    const given = headers.get('authorization')
    if (given === undefined) {
      return asked.signature === 'needed' ? 'the reply is not signed' : undefined
    }
    if (asked.signature === 'other') return undefined
    const sorted = signedHeaders(Object.fromEntries(headers))
    const signature = signReply(this.#key, sorted, asked.operation)
    const isRight = given === authorizationHeader(ACCESS_KEY_ID, signature)
    return isRight ? undefined : 'the reply is signed wrongly'
  }

  #checkContent(asked: Asked, reply: Reply): string | undefined {
    const body = inflated(reply)
    if (body === undefined) return 'the reply cannot be inflated'
    if (reply.headers.get('x-ots-contentmd5') !== contentMd5(body)) return 'wrong x-ots-contentmd5'
    if (reply.status === 200) {
      this.#count('OK')
      if (asked.expected.kind === 'codes') return `200 instead of ${asked.expected.codes.join('/')}`
      return checkBody(asked.operation, body, (code) => this.#statuses.has(code))
    }
    return this.#checkError(asked.expected, reply.status, body)
  }

  #checkError(expected: Expectation, status: number, body: Buffer): string | undefined {
    let error: ReturnType<typeof decodeError>
    try {
      error = decodeError(body)
    } catch {
      return `status ${status} with a body that is no error`
    }
    const { code, message } = error
    this.#count(code)
    if (message.trim() === '') return `${code} without a text`
    if (this.#statuses.get(code) !== status) return `status ${status} with code ${code}`
    if (isUnwelcome(code)) return `${code}: ${message}`
    if (expected.kind === 'codes' && !expected.codes.includes(code)) {
      return `${code} (${message}) instead of ${expected.codes.join('/')}`
    }
    return undefined
  }

  #count(code: string): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
  }
}

function inflated(reply: Reply): Buffer | undefined {
  const type = reply.headers.get('x-ots-response-compress-type')
  if (type === undefined) return reply.body
  try {
    const body = inflateSync(reply.body)
    const size = reply.headers.get('x-ots-response-compress-size')
    return type === 'deflate' && String(body.length) === size ? body : undefined
  } catch {
    return undefined
  }
}
