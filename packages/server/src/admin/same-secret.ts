import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares digests, which have one length, so that the time taken tells nothing about the secret. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
