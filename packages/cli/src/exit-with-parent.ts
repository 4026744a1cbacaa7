const LOOK_EVERY_MS = 200

/**
 * Ends this process as on SIGTERM once its parent has ended. A parent that gets SIGKILL, and a shell or
 * npx that does not pass SIGTERM on, do not notify the child, so this checks for the parent at intervals.
 * Call it first: it detects only a parent that ends after the call.
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
