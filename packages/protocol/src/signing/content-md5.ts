import { hash } from 'node:crypto'

/** The length of 32 hexadecimal digits in base64. */
const HEX_FORM_LENGTH = 44

/** The value of x-ots-contentmd5. */
export function contentMd5(body: Uint8Array): string {
  return hash('md5', body, 'base64')
}

/**
 * Whether a request's x-ots-contentmd5 is that of its body. Some clients send the base64 of the digest's
 * upper-case hexadecimal text instead of its bytes, and the service takes both.
 */
export function isContentMd5(given: string, body: Uint8Array): boolean {
  if (given === contentMd5(body)) return true
  if (given.length !== HEX_FORM_LENGTH) return false
  return given === Buffer.from(hash('md5', body, 'hex').toUpperCase()).toString('base64')
}
