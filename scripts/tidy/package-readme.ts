import type { Finding, TextFile } from './repository.js'

export const README_LINES_MAX = 60

/** Every package has a README of one screen. */
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

/** The README names all folders of the package's sources as `name`, and its tables have no other ones. */
export const findUnnamedFolders = (files: readonly TextFile[]): Finding[] =>
  files
    .filter(({ path }) => /^packages\/[\w-]+\/README\.md$/.test(path))
    .flatMap(({ path, text }) => {
      const sources = path.replace(/README\.md$/, 'src/')
      const there = new Set(
        files.flatMap((file) =>
          file.path.startsWith(sources) && file.path.slice(sources.length).includes('/')
            ? [file.path.slice(sources.length).replace(/\/.*$/, '')]
            : [],
        ),
      )
      const cells = [...text.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell ?? '')
      const named = new Set(
        cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name ?? '')),
      )
      const finding = (message: string): Finding => ({ path, line: 0, message })
      return [
        ...[...there]
          .filter((name) => !named.has(name))
          .map((name) => finding(`does not name ${name}`)),
        ...[...named]
          .filter((name) => !there.has(name))
          .map((name) => finding(`names ${name}, no folder`)),
      ]
    })
