import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import { shellLimits } from '../limits.js'
import { splitWords } from './split-words.js'

/** Whether a line may be kept: never one with a secret, even if it is invalid. */
export function mayBeKept(line: string): boolean {
  const { words } = splitWords(line)
  return !words.some((word) => /^-{0,2}(?:key|token|secret|access[-_]?key)(?:=|$)/i.test(word))
}

/** The lines, oldest first; empty if there is no file. */
export function readHistory(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .slice(-shellLimits.HISTORY_LINES)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** Writes the history; only its owner may read it. */
export function writeHistory(path: string, lines: readonly string[]): void {
  const kept = lines.filter(mayBeKept).slice(-shellLimits.HISTORY_LINES)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, kept.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  // The mode of writeFile applies only to new files.
  chmodSync(path, 0o600)
}
