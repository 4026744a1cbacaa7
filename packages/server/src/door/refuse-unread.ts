import { contentMd5, encodeError, errors } from '@rowhouse/protocol'
import type { DoorContext } from './door-context.js'
import type { HttpReply } from './http/pack-reply.js'
import { signedReply } from './signed-reply.js'

/**
 * The answer to what never became a request: bytes that are not HTTP, or a head that came too late. No
 * access key is known, so it is not signed.
 */
export function refuseUnread(context: DoorContext, reason: 'broken' | 'late'): HttpReply {
  const refused = reason === 'late' ? errors.requestTimeout() : errors.cannotDeserialize()
  const { code, message, status } = refused
  const requestId = context.stamps.requestId()
  context.gate.refused({ requestId, operation: '', code, tolerated: false, message })
  const body = encodeError(code, message)
  return signedReply({
    status,
    body,
    md5: contentMd5(body),
    compressed: undefined,
    operation: '',
    requestId,
    date: context.stamps.date(),
    key: undefined,
    keyId: '',
    close: true,
  })
}
