import type { Finding, TextFile } from './repository.js'

export const LIMITS_FILE = 'packages/protocol/src/limits.ts'
/** The part of it that stands in a file of its own. */
const SEARCH_LIMITS_FILE = 'packages/protocol/src/search-limits.ts'

/** Bounds of what later versions bring: a bound that is written down early is not forgotten. */
export const LIMITS_OF_LATER_VERSIONS: ReadonlySet<string> = new Set(['STREAM_TABLE_NAME_MAX'])

/**
 * A bound that nothing checks is a wish. Reports names that no source file reads, and names that
 * stand on the list of later versions although they are used by now.
 */
export const findUnusedLimits = (
  names: readonly string[],
  sources: readonly TextFile[],
  later: ReadonlySet<string> = LIMITS_OF_LATER_VERSIONS,
): Finding[] =>
  names.flatMap((name) => {
    const pattern = new RegExp(`\\b${name}\\b`)
    const isUsed = sources.some(({ path, text }) => !isDefinition(path) && pattern.test(text))
    if (isUsed && later.has(name)) return [finding(`${name} is used by now: take it off the list`)]
    return isUsed || later.has(name) ? [] : [finding(`${name} bounds nothing`)]
  })

const isDefinition = (path: string): boolean => path === LIMITS_FILE || path === SEARCH_LIMITS_FILE

const finding = (message: string): Finding => ({ path: LIMITS_FILE, line: 0, message })
