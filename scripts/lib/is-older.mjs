import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a file is missing, or older than one of these files, or than a program in one of these folders.
 *
 * @param {string} made
 * @param {readonly string[]} sources
 */
export const isOlder = (made, sources) => {
  const madeAt = timeOf(made)
  return sources.some((source) => filesOf(source).some((file) => timeOf(file) > madeAt))
}

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity

const filesOf = (path) => {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.js')).map((name) => join(path, name))
}
