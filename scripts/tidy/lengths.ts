import type { Finding, TextFile } from './repository.js'

export const FILE_LINES_MAX = 400
export const LINE_CHARACTERS_MAX = 110

/** Exceptions for tables of data. */
const LONG_FILES: ReadonlySet<string> = new Set([])

export const findLongFiles = (file: TextFile): Finding[] => {
  const lines = file.text.split('\n').length - 1
  if (lines <= FILE_LINES_MAX || LONG_FILES.has(file.path)) return []
  const message = `has ${lines} lines, more than ${FILE_LINES_MAX}: split it by what it holds`
  return [{ path: file.path, line: 0, message }]
}

/** A line that ends with a link, or is one literal, cannot be broken. */
const isUnbreakable = (line: string): boolean =>
  /https?:\/\/\S+\s*$/.test(line) || /^\s*(?:'[^']*'|`[^`]*`)[,;)]*$/.test(line)

export const findLongLines = (file: TextFile): Finding[] =>
  file.text.split('\n').flatMap((line, index) => {
    if (line.length <= LINE_CHARACTERS_MAX || isUnbreakable(line)) return []
    const message = `is ${line.length} characters wide, more than ${LINE_CHARACTERS_MAX}`
    return [{ path: file.path, line: index + 1, message }]
  })
