import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for an engine of its own, removed by `remove`. */
export interface EngineFolder {
  readonly directory: string
  /** The numbers of the indexes in it. */
  readonly indexes: readonly number[]
  remove(): void
}

/**
 * With `data`, the folder has the indexes of that data folder; segments never change, so hard links serve
 * as copies.
 */
export function engineFolder(data?: string): EngineFolder {
  // Hard links need one file system, so the folder is made beside an existing one.
  const directory = mkdtempSync(data ?? join(tmpdir(), 'rowhouse-search-'))
  const indexes: number[] = []
  if (data !== undefined) {
    for (const index of readdirSync(join(data, 'search'))) {
      indexes.push(Number(index))
      mkdirSync(join(directory, index))
      for (const name of readdirSync(join(data, 'search', index))) {
        linkSync(join(data, 'search', index, name), join(directory, index, name))
      }
    }
  }
  return { directory, indexes, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** Processor time of this process so far. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
