const LOOK_EVERY_MS = 200

/**
 * Ends this process as SIGTERM does once the process that started it is gone. SIGKILL tells nobody, and a
 * shell or npx in between keeps SIGTERM to itself, so the parent is looked for. Call it first of all: a
 * parent that went before is not missed.
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

/** Windows keeps the number of a parent that is gone. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
