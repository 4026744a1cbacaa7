/** Up to so many characters a loop is faster than a call into the runtime (80 ns). */
const LOOP_CHARS_MAX = 20

/** Writes a text in UTF-8, for which there must be room, and answers how many bytes it took. */
export function copyText(text: string, buffer: Buffer, at: number): number {
  const { length } = text
  if (length > LOOP_CHARS_MAX) return buffer.write(text, at)
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f) return buffer.write(text, at)
    buffer[at + i] = unit
  }
  return length
}
