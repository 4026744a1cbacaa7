import type { Finding, TextFile } from './repository.js'

/** A page has one title at its start, skips no level, and has no punctuation after headings. */
export const findBadTitles = (file: TextFile): Finding[] => {
  const findings: Finding[] = []
  let level = 0
  let isCode = false
  file.text.split('\n').forEach((line, index) => {
    if (line.startsWith('```')) isCode = !isCode
    const heading = /^(#+) (.*)$/.exec(line)
    if (isCode || heading === null) return
    const depth = heading[1]?.length ?? 0
    const problem = problemWith(depth, heading[2] ?? '', level, index)
    if (problem !== undefined) findings.push({ path: file.path, line: index + 1, message: problem })
    level = depth
  })
  if (level === 0) findings.push({ path: file.path, line: 1, message: 'has no title' })
  return findings
}

const problemWith = (
  depth: number,
  text: string,
  level: number,
  index: number,
): string | undefined => {
  if (level === 0 && (depth !== 1 || index !== 0)) return 'does not begin with its title'
  if (level > 0 && depth === 1) return 'is a second title'
  if (depth > level + 1) return `leaves out a level: ${depth} behind ${level}`
  if (/[.:;,]$/.test(text)) return 'ends with punctuation'
  return undefined
}
