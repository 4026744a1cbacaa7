import { type ChildProcess, spawn } from 'node:child_process'

export interface ProcessGuard {
  /** Called when the process has ended by itself. */
  release(): void
}

/** Waits for the end of its input, which comes in whatever way the benchmark ends. */
const WATCH = `
const [pid, signal] = process.argv.slice(1)
process.stdin.resume().on('end', () => {
  try { process.kill(Number(pid), signal) } catch {}
})`

/**
 * Ends a process by its id when this one ends, even by a signal that cannot be caught. The watcher has its
 * own process group, which Ctrl-C does not reach.
 */
export function guardProcess(child: ChildProcess, ending: NodeJS.Signals): ProcessGuard {
  const watcher = spawn(process.execPath, ['-e', WATCH, String(child.pid), ending], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  const kill = (): void => {
    child.kill(ending)
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    kill()
    release()
    process.kill(process.pid, signal)
  }
  const release = (): void => {
    watcher.kill('SIGKILL')
    process.off('exit', kill)
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
  process.once('exit', kill)
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  return { release }
}
