import type { Socket } from 'node:net'
import { contentMd5, encodeError, errors } from '@rowhouse/protocol'
import type { DoorContext } from './door-context.js'

/**
 * Answers what never became a request: bytes that are no HTTP, or a head that did not arrive in
 * time. There is no response object and no access key, so the answer is written by hand and goes
 * unsigned.
 */
export function refuseRaw(error: Error, socket: Socket, context: DoorContext): void {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const refused = isLate ? errors.requestTimeout() : errors.cannotDeserialize()
  const requestId = context.stamps.requestId()
  context.gate.refused({
    requestId,
    operation: '',
    code: refused.code,
    tolerated: false,
    message: refused.message,
  })
  const body = encodeError(refused.code, refused.message)
  const head =
    `HTTP/1.1 ${refused.status} ${isLate ? 'Request Timeout' : 'Bad Request'}\r\n` +
    `x-ots-contentmd5: ${contentMd5(body)}\r\n` +
    'x-ots-contenttype: protocol buffer\r\n' +
    `x-ots-date: ${context.stamps.date()}\r\nx-ots-requestid: ${requestId}\r\n` +
    `content-length: ${body.length}\r\nconnection: close\r\n\r\n`
  socket.write(head, 'latin1')
  socket.end(body)
  // A client that neither reads nor closes must not keep the connection.
  socket.setTimeout(context.bounds.headTimeout, () => socket.destroy())
}
