/** The least that is left for words, however narrow the terminal. */
const WORDS_MIN = 20

/**
 * Breaks lines between words to the width of a terminal. What a line goes on with stands two places further
 * in than its beginning. A word that is too long stays whole.
 */
export const wrapLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .flatMap((line) => wrapLine(line, columns))
    .join('\n')

function wrapLine(line: string, columns: number): string[] {
  const [indent = ''] = /^ */.exec(line) ?? []
  const lines: string[] = []
  let rest = line
  for (;;) {
    const margin = lines.length === 0 ? indent.length : indent.length + 2
    const most = Math.max(columns, margin + WORDS_MIN)
    const end = rest.length <= most ? -1 : breakOf(rest, margin, most)
    if (end < 0) return [...lines, rest]
    lines.push(rest.slice(0, end).trimEnd())
    rest = `${indent}  ${rest.slice(end).trimStart()}`
  }
}

/** The last space that leaves a line short enough, else the first one; -1 if there is none. */
function breakOf(line: string, margin: number, most: number): number {
  const last = line.lastIndexOf(' ', most)
  return last > margin ? last : line.indexOf(' ', most)
}
