import { outOfRange } from '@rowhouse/platform'

/** One part of a date pattern, in the letters of Java's time formats that the service lists. */
export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'field'; readonly letter: FieldLetter; readonly width: number }

export type FieldLetter = 'y' | 'M' | 'd' | 'a' | 'K' | 'H' | 'm' | 's' | 'S' | 'X' | 'x'

/** The permitted repetitions of each letter. */
const WIDTHS: Readonly<Record<FieldLetter, readonly number[]>> = {
  y: [1, 2, 4],
  M: [1, 2],
  d: [1, 2],
  a: [1],
  K: [1, 2],
  H: [1, 2],
  m: [1, 2],
  s: [1, 2],
  S: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  X: [1, 2, 3],
  x: [1, 2, 3],
}

const isFieldLetter = (letter: string): letter is FieldLetter => Object.hasOwn(WIDTHS, letter)

/** The parts of a pattern; undefined if it is invalid, which the caller reports. */
export const parseDatePattern = (pattern: string): PatternPart[] | undefined => {
  const parts: PatternPart[] = []
  let index = 0
  while (index < pattern.length) {
    const character = pattern[index] ?? outOfRange()
    if (character === "'") {
      const quoted = quotedText(pattern, index)
      if (quoted === undefined) return undefined
      parts.push({ kind: 'literal', text: quoted.text })
      index = quoted.end
    } else if (/[A-Za-z]/.test(character)) {
      let end = index + 1
      while (pattern[end] === character) end++
      const width = end - index
      if (!isFieldLetter(character) || !WIDTHS[character].includes(width)) return undefined
      parts.push({ kind: 'field', letter: character, width })
      index = end
    } else if (/[[\]{}#]/.test(character)) return undefined
    else {
      parts.push({ kind: 'literal', text: character })
      index++
    }
  }
  return isSensible(parts) ? parts : undefined
}

/** From one quote to the next; two quotes are one, inside and out. */
const quotedText = (pattern: string, from: number): { text: string; end: number } | undefined => {
  if (pattern[from + 1] === "'") return { text: "'", end: from + 2 }
  let text = ''
  let index = from + 1
  while (index < pattern.length) {
    if (pattern[index] !== "'") text += pattern[index++]
    else if (pattern[index + 1] === "'") {
      text += "'"
      index += 2
    } else return { text, end: index + 1 }
  }
  return undefined
}

/** At least one field, none twice, and no half-day hour without its half of the day. */
const isSensible = (parts: readonly PatternPart[]): boolean => {
  const letters = parts.flatMap((part) => (part.kind === 'field' ? [part.letter] : []))
  const has = (letter: FieldLetter): boolean => letters.includes(letter)
  return (
    letters.length > 0 &&
    new Set(letters).size === letters.length &&
    has('K') === has('a') &&
    !(has('K') && has('H')) &&
    !(has('X') && has('x'))
  )
}
