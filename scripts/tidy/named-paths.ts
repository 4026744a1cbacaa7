import type { Finding, TextFile } from './repository.js'

const PATH = /`((?:packages|scripts|conformance|bench|docs|faults)\/[\w./*-]+)`/g

/** Results and builds are there only after something has run. */
const isMade = (path: string): boolean => /\/(results|dist|bundle)(\/|$)/.test(path)

/** Pages that lead through the code are worth nothing when a path in them is wrong. */
export const findMissingPaths = (file: TextFile, exists: (path: string) => boolean): Finding[] =>
  file.text.split('\n').flatMap((line, index) =>
    [...line.matchAll(PATH)].flatMap((match) => {
      const path = (match[1] ?? '').replace(/\/\*+$/, '')
      if (path.includes('*') || isMade(path) || exists(path)) return []
      return [{ path: file.path, line: index + 1, message: `names ${path}, which does not exist` }]
    }),
  )
