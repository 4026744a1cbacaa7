import { HmacKey } from './hmac-key.js'
import { headerLines, type SignedHeader } from './signed-headers.js'

/** The text that both request signatures sign. The third line, a query, is empty in every SDK. */
export function stringToSign(operation: string, sorted: readonly SignedHeader[]): string {
  return `/${operation}\nPOST\n\n${headerLines(sorted)}`
}

/** The value of x-ots-signature. */
export function signV1(
  secret: string | HmacKey,
  operation: string,
  sorted: readonly SignedHeader[],
): string {
  const key = typeof secret === 'string' ? new HmacKey('sha1', secret) : secret
  return key.sign(stringToSign(operation, sorted))
}
