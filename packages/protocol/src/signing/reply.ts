import { HmacKey } from './hmac-key.js'
import { headerLines, type SignedHeader } from './signed-headers.js'

/** The text that a reply's signature signs: no method, no status, no newline at the end. */
export function replyStringToSign(sorted: readonly SignedHeader[], operation: string): string {
  return `${headerLines(sorted)}/${operation}`
}

/**
 * The signature in a reply's authorization header: HMAC-SHA1 with the secret, or with the text of the
 * derived key when the request was signed V4.
 */
export function signReply(
  secretOrDerivedKey: string | HmacKey,
  sorted: readonly SignedHeader[],
  operation: string,
): string {
  const key =
    typeof secretOrDerivedKey === 'string'
      ? new HmacKey('sha1', secretOrDerivedKey)
      : secretOrDerivedKey
  return key.sign(replyStringToSign(sorted, operation))
}

/** The authorization header in the only form that the Python SDK accepts. */
export function authorizationHeader(accessKeyId: string, signature: string): string {
  return `OTS ${accessKeyId}:${signature}`
}
