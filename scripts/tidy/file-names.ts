import type { Finding, TextFile } from './repository.js'

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.(tsx?|mjs)$/

/** File names have one form, so that a file can be found by its name. */
export const findOddFileNames = (file: TextFile): Finding[] => {
  const name = file.path.split('/').at(-1) ?? ''
  if (KEBAB_CASE.test(name)) return []
  return [{ path: file.path, line: 0, message: 'is not named in kebab-case' }]
}
