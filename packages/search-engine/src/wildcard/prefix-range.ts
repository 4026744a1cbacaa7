import { outOfRange } from '@rowhouse/platform'

const LAST_BYTE = 0xff

/**
 * The first bytes that sort after everything with a prefix, or undefined if there are none: terms with the
 * prefix are in the range from the prefix to these bytes.
 */
export const endOfPrefix = (prefix: Uint8Array): Uint8Array | undefined => {
  let length = prefix.length
  while (length > 0 && prefix[length - 1] === LAST_BYTE) length--
  if (length === 0) return undefined
  // A Buffer's own slice would share its memory with the prefix.
  const end = Uint8Array.from(prefix.subarray(0, length))
  end[length - 1] = (end[length - 1] ?? outOfRange()) + 1
  return end
}

/** Reverses whole characters: the suffix of a text is a prefix of its reverse. */
export const reverseCharacters = (text: string): string => Array.from(text).toReversed().join('')
