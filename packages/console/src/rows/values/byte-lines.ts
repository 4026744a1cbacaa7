/** So many fit into the panel, and into a phone. */
const BYTES_OF_LINE = 8

export const hexLineCount = (bytes: Uint8Array): number => Math.ceil(bytes.length / BYTES_OF_LINE)

/** One line of a hex dump: its place, 8 bytes, and those of them that are letters. */
export function hexLine(bytes: Uint8Array, line: number): string {
  const from = line * BYTES_OF_LINE
  const part = Array.from(bytes.subarray(from, from + BYTES_OF_LINE))
  const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const letters = part.map((byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
  )
  const place = from.toString(16).padStart(6, '0')
  return `${place}  ${hex.padEnd(BYTES_OF_LINE * 3 - 1)}  ${letters.join('')}`
}

/** The text in bytes; undefined when they are no UTF-8. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const IMAGES: readonly (readonly [type: string, at: number, beginning: string])[] = [
  ['image/png', 0, '\u0089PNG\r\n'],
  ['image/jpeg', 0, '\u00ff\u00d8\u00ff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
]

/** The type of an image by its first bytes. SVG may hold scripts and is none here. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  return IMAGES.find(([, at, beginning]) => head.startsWith(beginning, at))?.[0]
}

const LETTERS_OF_LINE = 100

/** A text in pieces that are drawn line by line; a line that is too long is broken. */
export function textLines(text: string): readonly string[] {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (line.length <= LETTERS_OF_LINE) lines.push(line)
    else
      for (let at = 0; at < line.length; at += LETTERS_OF_LINE)
        lines.push(line.slice(at, at + LETTERS_OF_LINE))
  }
  return lines
}

/** What shows nothing, or turns what is around it: controls, marks of direction, zero width. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
const WHITE = ['\t', '\n', '\r']

/** Whether a text has white space other than one space between words, or what nobody sees. */
export const hasSpace = (text: string): boolean => /[^\S ]| {2}|^ | $|[\p{Cc}\p{Cf}]/u.test(text)

const codeOf = (mark: string): string => {
  if (WHITE.includes(mark)) return mark
  return `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}

/** White space, and what hides, that can be seen. */
export const visibleSpace = (text: string): string =>
  text
    .replace(HIDDEN, codeOf)
    .replaceAll(' ', '·')
    .replaceAll('\t', '→\t')
    .replaceAll('\r', '␍')
    .replaceAll('\n', '↵\n')
    .replaceAll('\u00a0', '⍽')
