const LOOK_EVERY_MS = 200

/**
 * Ends this process, as SIGTERM would, once its parent has ended. Neither SIGKILL nor a shell or npx that
 * keeps SIGTERM to itself tells the child, so this looks for the parent at intervals. Call it first: it
 * notices only a parent that ends after the call.
 */
export function exitWithParent(): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** Windows keeps the id of a parent that has ended. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
