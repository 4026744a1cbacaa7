/**
 * The store's package reports a full disk only as text, in its error or in the cause. This adds the code and
 * path that a file system gives, so that callers can tell it from damage. Other errors stay as they are.
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
