// npm hands SIGTERM to the shell that it runs scripts in, and most shells end without a word to the program.
const LOOK_EVERY_MS = 200

/** Ends this process as SIGTERM does when the process that started it is gone. */
export const endWithParent = () => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** Windows keeps the number of a parent that is gone. */
const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
