/**
 * Adds the code and path of a file system's error to that of a full disk, which rocksdb-native reports only
 * as text, in its error or in the cause. So callers can tell it from damage. Other errors are returned
 * unchanged.
 */
export function withDiskFullCode(error: unknown, path: string): unknown {
  if (!saysDiskFull(error)) return error
  const text = `ENOSPC: no space left on device, the store in '${path}'`
  return Object.assign(new Error(text, { cause: error }), {
    code: 'ENOSPC',
    syscall: 'write',
    path,
  })
}

function saysDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.includes('No space left on device') || saysDiskFull(error.cause)
}
