import * as nodePath from 'node:path'

type Paths = Pick<typeof nodePath, 'isAbsolute' | 'relative' | 'resolve' | 'sep'>

/** Whether a folder is another one, or lies within it. */
export function isWithin(folder: string, other: string, paths: Paths = nodePath): boolean {
  const way = paths.relative(paths.resolve(other), paths.resolve(folder))
  const leadsOut = way === '..' || way.startsWith(`..${paths.sep}`)
  // The relative path to another drive of Windows is absolute.
  return !leadsOut && !paths.isAbsolute(way)
}
