/** The bytes of a text in base64; undefined where a browser finds that it is none. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (hasBuffer()) return Buffer.from(text, 'base64')
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

export function base64OfBytes(bytes: Uint8Array): string {
  if (hasBuffer()) return Buffer.from(bytes).toString('base64')
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** That of Node.js is many times as fast; browsers have none. */
const hasBuffer = (): boolean => 'Buffer' in globalThis
