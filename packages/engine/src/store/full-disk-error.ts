/**
 * The store's package says in words alone that the disk is full, in its error or in the cause of it. As the
 * file system says it, with the path, whoever asks can tell it from damage. Other errors stay as they are.
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
