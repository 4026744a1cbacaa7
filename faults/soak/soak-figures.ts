import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What a server and its data folder take at one moment. */
export interface SoakFigures {
  readonly minutes: number
  /** Of the server's memory, as the system counts it. */
  readonly residentMb: number
  readonly storeFiles: number
  readonly storeMb: number
  readonly logMb: number
}

type Measured = Exclude<keyof SoakFigures, 'minutes'>

/** How much larger a figure may be at the end: its part of what it was, and on top of that. */
const GROWTH_MAX = 1.2
/** In each third of the run. */
const SAMPLES_MIN = 3
const SLACK: Readonly<Record<Measured, number>> = {
  residentMb: 40,
  storeFiles: 8,
  storeMb: 30,
  // The log grows up to a checkpoint, and is cut there.
  logMb: 300,
}

export async function measureSoak(
  minutes: number,
  pid: number,
  directory: string,
): Promise<SoakFigures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const store = await folderSize(join(directory, 'store'))
  const log = await folderSize(join(directory, 'log'))
  return {
    minutes,
    residentMb: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024,
    storeFiles: store.files,
    storeMb: store.bytes / 1_048_576,
    logMb: log.bytes / 1_048_576,
  }
}

async function folderSize(path: string): Promise<{ files: number; bytes: number }> {
  const size = { files: 0, bytes: 0 }
  for (const name of await readdir(path)) {
    // A file may be removed meanwhile.
    const bytes = await stat(join(path, name)).then(
      (found) => found.size,
      () => undefined,
    )
    if (bytes === undefined) continue
    size.files += 1
    size.bytes += bytes
  }
  return size
}

/**
 * What has grown: the median of the last third beside that of the third before it. In the first
 * third caches fill and merges find their pace.
 */
export function grownFigures(samples: readonly SoakFigures[]): string[] {
  const third = Math.floor(samples.length / 3)
  if (third < SAMPLES_MIN) return [`${samples.length} figures are too few to tell what grows`]
  const middle = samples.slice(third, 2 * third)
  const last = samples.slice(2 * third)
  const grown: string[] = []
  for (const name of ['residentMb', 'storeFiles', 'storeMb', 'logMb'] as const) {
    const [before, after] = [median(middle, name), median(last, name)]
    if (after > before * GROWTH_MAX + SLACK[name])
      grown.push(`${name} has grown from ${before.toFixed(1)} to ${after.toFixed(1)}`)
  }
  return grown
}

function median(samples: readonly SoakFigures[], name: Measured): number {
  const sorted = samples.map((sample) => sample[name]).toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

export const soakLine = ({
  minutes,
  residentMb,
  storeFiles,
  storeMb,
  logMb,
}: SoakFigures): string =>
  `| ${[minutes, residentMb, storeFiles, storeMb, logMb].map((value) => value.toFixed(0).padStart(6)).join(' | ')} |`

export const SOAK_HEAD = '| minute | RSS MB | files | store MB | log MB |'
