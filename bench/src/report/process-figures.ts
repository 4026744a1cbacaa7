import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const MB = 1024 * 1024

/** The resident memory of a process in MB: now, and its peak where the system reports it. */
export function memoryOf(pid: number): { readonly rssMb: number; readonly peakMb: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return { rssMb: kilobytes(status, 'VmRSS') / 1024, peakMb: kilobytes(status, 'VmHWM') / 1024 }
  } catch {
    const rss = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
    return { rssMb: rss / 1024, peakMb: rss / 1024 }
  }
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
}

/** CPU seconds that a process has used. */
export interface CpuSeconds {
  readonly all: number
  /** CPU seconds of the main thread alone, which runs JavaScript and bounds the throughput. */
  readonly main: number
}

/** On systems with /proc; undefined elsewhere. */
export function cpuSecondsOf(pid: number): CpuSeconds | undefined {
  try {
    return { all: cpuIn(`/proc/${pid}/stat`), main: cpuIn(`/proc/${pid}/task/${pid}/stat`) }
  } catch {
    return undefined
  }
}

/** User and system time, which are in hundredths of a second after the parenthesised name. */
function cpuIn(path: string): number {
  const stat = readFileSync(path, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Bytes of all files below a folder, as the file system counts them in blocks, in MB. */
export function folderMb(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    try {
      bytes += statSync(join(entry.parentPath, entry.name)).blocks * 512
    } catch {
      // A compaction may remove a file while its folder is being read.
    }
  }
  return bytes / MB
}

const IDLE_SHARE = 0.05
/** The bound with a profile, whose samples are taken of idle threads too. */
const PROFILED_IDLE_SHARE = 0.4

/** Waits until background work (flushes, compactions) has ended: a second with hardly any CPU time. */
export async function waitUntilIdle(
  pid: number,
  secondsMax: number,
  isProfiled = false,
): Promise<void> {
  const idleShare = isProfiled ? PROFILED_IDLE_SHARE : IDLE_SHARE
  for (let second = 0; second < secondsMax; second += 1) {
    const before = cpuSecondsOf(pid)
    await delay(1000)
    const after = cpuSecondsOf(pid)
    if (before === undefined || after === undefined || after.all - before.all < idleShare) return
  }
}
