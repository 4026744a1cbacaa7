import { constants, getPriority, setPriority } from 'node:os'

/**
 * Makes the calling thread so much less urgent than the process is, so that requests which are short need not
 * wait for a processor behind work that is long. Linux alone knows priorities of threads: elsewhere the
 * same call would slow down the whole process. What a thread starts inherits from it, so priorities are
 * counted from that of the process and not from the caller's.
 */
export function lowerThreadPriority(steps: number): void {
  if (process.platform !== 'linux') return
  try {
    // There the number of a process is that of its first thread, and 0 is the calling one.
    const niceness = Math.min(getPriority(process.pid) + steps, constants.priority.PRIORITY_LOW)
    if (getPriority(0) < niceness) setPriority(0, niceness)
  } catch {
    // Where a sandbox forbids it all threads stay alike, which is slower and not wrong.
  }
}
