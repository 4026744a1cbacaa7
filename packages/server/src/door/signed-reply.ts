import { type HmacKey, authorizationHeader } from '@rowhouse/protocol'
import type { HttpReply } from './http/pack-reply.js'

export interface ReplyParts {
  readonly status: number
  readonly body: Buffer
  /** The MD5 of the body before compression: SDKs compare it after inflating. */
  readonly md5: string
  /** The zlib stream that is sent instead of the body. */
  readonly compressed: Buffer | undefined
  readonly operation: string
  readonly requestId: string
  readonly date: string
  /** Undefined when the access key is unknown: the reply is then not signed. */
  readonly key: HmacKey | undefined
  readonly keyId: string
  readonly close: boolean
}

/** A reply with its headers, in the order in which they are signed. */
export function signedReply(parts: ReplyParts): HttpReply {
  const { body, md5, compressed, key } = parts
  const sent = compressed ?? body
  let headers =
    `x-ots-contentmd5: ${md5}\r\nx-ots-contenttype: protocol buffer\r\n` +
    `x-ots-date: ${parts.date}\r\nx-ots-requestid: ${parts.requestId}\r\n`
  if (compressed !== undefined) {
    headers +=
      `x-ots-response-compress-size: ${body.length}\r\n` +
      'x-ots-response-compress-type: deflate\r\n'
  }
  // Java SDKs up to 5.6 compare this name with its capitals, and x-ots names in lower case.
  if (key !== undefined) headers += `Authorization: ${authorization(key, parts, md5)}\r\n`
  return { status: parts.status, headers, body: sent, close: parts.close }
}

function authorization(key: HmacKey, parts: ReplyParts, md5: string): string {
  const compression =
    parts.compressed === undefined
      ? ''
      : `x-ots-response-compress-size:${parts.body.length}\nx-ots-response-compress-type:deflate\n`
  const text =
    `x-ots-contentmd5:${md5}\nx-ots-contenttype:protocol buffer\nx-ots-date:${parts.date}\n` +
    `x-ots-requestid:${parts.requestId}\n${compression}/${parts.operation}`
  return authorizationHeader(parts.keyId, key.sign(text))
}
