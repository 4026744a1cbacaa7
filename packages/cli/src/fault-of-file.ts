import { hasCode } from '@rowhouse/platform'

/** What is wrong with a file that the user has named; undefined for other errors. */
export function faultOfFile(error: unknown, file: string): string | undefined {
  if (hasCode(error, 'ENOENT')) return `there is no file ${file}`
  if (hasCode(error, 'EISDIR')) return `${file} is a folder, not a file`
  return undefined
}
