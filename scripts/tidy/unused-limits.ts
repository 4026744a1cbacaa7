import type { Finding, TextFile } from './repository.js'

/** Whether a file has the bounds of a package. */
export const isLimitsFile = (path: string): boolean =>
  /^packages\/[\w-]+\/src\/limits\.ts$/.test(path)

/** Bounds that only later versions will read. */
export const LIMITS_OF_LATER_VERSIONS: ReadonlySet<string> = new Set(['STREAM_TABLE_NAME_MAX'])

/** The names of the bounds in a limits file. */
export const limitsOf = ({ text }: TextFile): string[] =>
  [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(([, name]) => name ?? [])

/**
 * Reports bounds that no source file reads, because nothing checks them, and bounds on the list of later
 * versions that are used by now.
 */
export const findUnusedLimits = (
  file: TextFile,
  sources: readonly TextFile[],
  later: ReadonlySet<string> = LIMITS_OF_LATER_VERSIONS,
): Finding[] =>
  limitsOf(file).flatMap((name) => {
    const pattern = new RegExp(`\\b${name}\\b`)
    const isUsed = sources.some(({ path, text }) => !isLimitsFile(path) && pattern.test(text))
    const finding = (message: string): Finding => ({ path: file.path, line: 0, message })
    if (isUsed && later.has(name)) return [finding(`${name} is used by now: take it off the list`)]
    return isUsed || later.has(name) ? [] : [finding(`${name} bounds nothing`)]
  })
