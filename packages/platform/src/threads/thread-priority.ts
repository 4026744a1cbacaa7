import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, so that short requests do not wait for a processor behind long
 * work. Only Linux has priorities of threads: elsewhere the same call would slow down the whole process.
 * New threads inherit the caller's priority, so the steps count from the priority of the process.
 */
export function lowerThreadPriority(steps: number): void {
  if (process.platform !== 'linux') return
  try {
    // On Linux a process has the number of its first thread, and 0 means the calling thread.
    const niceness = Math.min(getPriority(process.pid) + steps, constants.priority.PRIORITY_LOW)
    if (getPriority(0) < niceness) setPriority(0, niceness)
  } catch {
    // Where a sandbox forbids it, all threads keep the same priority, which is only slower.
  }
}
