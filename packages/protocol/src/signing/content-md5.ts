import { hash } from 'node:crypto'

/** The value of x-ots-contentmd5. */
export function contentMd5(body: Uint8Array): string {
  return hash('md5', body, 'base64')
}
