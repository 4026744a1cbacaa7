/** Text as JSON writes it: the same in JavaScript, Python, Java, Go and C#. */
export const quoted = (text: string): string => JSON.stringify(text)

/** A double keeps its point: 1 would be an integer. */
export const doubleText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}.0` : String(value)

/** Base64 of bytes, without anything of Node.js, so that a browser can show it. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
