import { createHmac } from 'node:crypto'
import { HmacKey } from './hmac-key.js'
import type { SignedHeader } from './signed-headers.js'
import { stringToSign } from './v1.js'

const PRODUCT = 'ots'

/**
 * The signing key of one day (yyyyMMdd, UTC) and region. The HMAC key is its base64 text, not the bytes
 * that the text encodes. A client may have it without the secret.
 */
export function deriveKeyV4(secret: string, date: string, region: string): string {
  let key = hmac(`aliyun_v4${secret}`, date)
  for (const part of [region, PRODUCT, 'aliyun_v4_request']) key = hmac(key, part)
  return key.toString('base64')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** The value of x-ots-signaturev4. An HmacKey must be a SHA-256 key made of the derived key. */
export function signV4(
  derivedKey: string | HmacKey,
  operation: string,
  sorted: readonly SignedHeader[],
): string {
  const key = typeof derivedKey === 'string' ? new HmacKey('sha256', derivedKey) : derivedKey
  return key.sign(stringToSign(operation, sorted) + PRODUCT)
}
