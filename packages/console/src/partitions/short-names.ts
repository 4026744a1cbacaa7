/** Letters of Chinese and Japanese take the room of two others. */
const isWide = (letter: string): boolean => (letter.codePointAt(0) ?? 0) >= 0x2e80

const roomOf = (text: string): number =>
  Array.from(text).reduce((room, letter) => room + (isWide(letter) ? 2 : 1), 0)

/**
 * Names of key ranges for so many letters of room. What is the same in all of them is left out at their
 * beginning, because what differs tells them apart; what is still too long is left out in its middle.
 */
export function shortNames(names: readonly string[], room: number): readonly string[] {
  if (names.every((name) => roomOf(name) <= room)) return names
  const common = commonBeginning(names)
  return names.map((name) => {
    const rest = common < LEFT_OUT_MIN ? name : `…${withoutQuote(name).slice(common)}`
    return withoutMiddle(rest, room)
  })
}

/** An ellipsis in the place of one letter would save nothing. */
const LEFT_OUT_MIN = 2

function commonBeginning(names: readonly string[]): number {
  const [first = '', ...others] = names
  if (others.length === 0) return 0
  // At least a letter of each stays.
  let common = Math.min(...names.map((name) => withoutQuote(name).length - 1))
  for (const other of others) {
    while (common > 0 && other.slice(0, common) !== first.slice(0, common)) common -= 1
  }
  return common
}

/** Where the opening quote is left out, the closing one says nothing. */
const withoutQuote = (name: string): string => (name.endsWith('"') ? name.slice(0, -1) : name)

function withoutMiddle(name: string, room: number): string {
  if (roomOf(name) <= room) return name
  const letters = Array.from(name)
  const [head, tail] = [Math.ceil((room - 1) / 2), Math.floor((room - 1) / 2)]
  const start = fitting(letters, head)
  const end = fitting(letters.toReversed(), tail).toReversed()
  return `${start.join('')}…${end.join('')}`
}

/** The first letters that take so much room. */
function fitting(letters: readonly string[], room: number): readonly string[] {
  let left = room
  const end = letters.findIndex((letter) => (left -= isWide(letter) ? 2 : 1) < 0)
  return end < 0 ? letters : letters.slice(0, end)
}
