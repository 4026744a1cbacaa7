import type { ServerResponse } from 'node:http'
import { type HmacKey, authorizationHeader, contentMd5 } from '@rowhouse/protocol'

export interface ReplyParts {
  readonly status: number
  /** Before compression: SDKs compare its MD5 after inflating. */
  readonly body: Buffer
  /** The zlib stream that goes out instead of the body. */
  readonly compressed: Buffer | undefined
  readonly operation: string
  readonly requestId: string
  readonly date: string
  /** Unknown when the access key is: the reply then goes unsigned. */
  readonly key: HmacKey | undefined
  readonly keyId: string
  readonly close: boolean
}

/** A signed reply: what is left is to write it. */
export interface PreparedReply {
  readonly status: number
  /** In a flat list, in the order in which they are signed. */
  readonly headers: (string | number)[]
  readonly body: Buffer
}

export function prepareReply(parts: ReplyParts): PreparedReply {
  const { body, compressed, key } = parts
  const md5 = contentMd5(body)
  const headers: (string | number)[] = [
    'x-ots-contentmd5',
    md5,
    'x-ots-contenttype',
    'protocol buffer',
    'x-ots-date',
    parts.date,
    'x-ots-requestid',
    parts.requestId,
  ]
  if (compressed !== undefined) {
    headers.push('x-ots-response-compress-size', body.length)
    headers.push('x-ots-response-compress-type', 'deflate')
  }
  if (key !== undefined) headers.push('authorization', authorization(key, parts, md5))
  const sent = compressed ?? body
  headers.push('content-length', sent.length)
  if (parts.close) headers.push('connection', 'close')
  return { status: parts.status, headers, body: sent }
}

export function writeReply(response: ServerResponse, reply: PreparedReply): void {
  response.writeHead(reply.status, reply.headers)
  response.end(reply.body)
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
