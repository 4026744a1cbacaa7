/** The classes that a byte belongs to, as bits of `BYTE_CLASSES`. */
export const TOKEN = 1
/** Bytes of a header's value: no control characters but the tab, and so never CR, LF or NUL. */
export const VALUE = 2

export const CR = 0x0d
export const LF = 0x0a

/** The characters of methods and header names (RFC 9110, section 5.6.2). */
const TOKEN_CHARACTERS =
  "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

function classify(): Uint8Array {
  const classes = new Uint8Array(256)
  for (let byte = 0x21; byte < 256; byte++) if (byte !== 0x7f) classes[byte] = VALUE
  for (const blank of [0x20, 0x09]) classes[blank] = VALUE
  for (const byte of Buffer.from(TOKEN_CHARACTERS)) classes[byte] = TOKEN | VALUE
  return classes
}

export const BYTE_CLASSES = classify()

/** The first index from `at` on whose byte is not of the class, or the end. */
export function skipClass(bytes: Uint8Array, at: number, wanted: number): number {
  let place = at
  while (place < bytes.length && ((BYTE_CLASSES[bytes[place] ?? 0] ?? 0) & wanted) !== 0) place++
  return place
}
