import type { Random } from '@rowhouse/platform'
import type { AccessKey, KeyAccess } from './instance.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ID_LENGTH = 20
const SECRET_LENGTH = 40

/** Makes an access key. 40 characters out of 62 are 238 bits. */
export function generateKey(
  random: Random,
  access: KeyAccess,
  stsToken: string | undefined,
): AccessKey {
  return {
    id: `RH${randomText(random, ID_LENGTH)}`,
    secret: randomText(random, SECRET_LENGTH),
    access,
    stsToken,
  }
}

function randomText(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      // The bytes from 248 on would make some characters more likely than others.
      if (byte < 4 * ALPHABET.length && text.length < length)
        text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
