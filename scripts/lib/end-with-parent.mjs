// npm sends SIGTERM to the shell that runs a script, and most shells end without passing it on.
const LOOK_EVERY_MS = 200

/** Ends this process as on SIGTERM when its parent process has ended. */
export const endWithParent = () => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** Needed on Windows, which keeps the id of a parent that has ended. */
const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
