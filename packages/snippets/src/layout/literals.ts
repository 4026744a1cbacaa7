/** A string literal of JSON, which is valid in JavaScript, Python, Java, Go and C#. */
export const quoted = (text: string): string => JSON.stringify(text)

/** A double literal always has a point, because 1 would be an integer. */
export const doubleText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}.0` : String(value)

/** Base64 of bytes without Node.js, so that it also runs in a browser. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
