import type { IncomingMessage } from 'node:http'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'

/** The body of a request, up to its bound. Other types are refused: forms of other sites can send them. */
export async function readTextBody(request: IncomingMessage): Promise<string> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') {
    throw new Refusal(415, 'the body must be application/json')
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('the request has a body of text')
    bytes += chunk.length
    if (bytes > consoleLimits.BODY_BYTES_MAX) throw new Refusal(413, 'the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
