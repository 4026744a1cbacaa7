import type { Finding, TextFile } from './repository.js'

export const README_LINES_MAX = 60

/** Every package says what it is, its contract and its tests, in one screen. */
export const findBadReadmes = (files: readonly TextFile[]): Finding[] => {
  const packages = files
    .map((file) => file.path)
    .filter((path) => /^(packages\/[\w-]+|bench|conformance|faults)\/package\.json$/.test(path))
  return packages.flatMap((manifest) => {
    const path = manifest.replace(/package\.json$/, 'README.md')
    const readme = files.find((file) => file.path === path)
    if (readme === undefined) return [{ path, line: 0, message: 'is missing' }]
    const lines = readme.text.split('\n').length - 1
    if (lines <= README_LINES_MAX) return []
    return [{ path, line: 0, message: `has ${lines} lines, more than ${README_LINES_MAX}` }]
  })
}
