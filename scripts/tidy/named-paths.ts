import type { Finding, TextFile } from './repository.js'

const PATH = /`((?:packages|scripts|conformance|bench|docs|faults)\/[\w./*-]+)`/g

/** Results and builds do not exist in a fresh clone. */
const isMade = (path: string): boolean => /\/(results|dist|bundle)(\/|$)/.test(path)

/** The paths that a page names must exist. */
export const findMissingPaths = (file: TextFile, exists: (path: string) => boolean): Finding[] =>
  file.text.split('\n').flatMap((line, index) =>
    [...line.matchAll(PATH)].flatMap((match) => {
      const path = (match[1] ?? '').replace(/\/\*+$/, '')
      if (path.includes('*') || isMade(path) || exists(path)) return []
      return [{ path: file.path, line: index + 1, message: `names ${path}, which does not exist` }]
    }),
  )
