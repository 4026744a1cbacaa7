import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/** Waits for the end of its input, which comes in whatever way the benchmark ends. */
const WATCH = `
const { rmSync } = require('node:fs')
const [, folder] = process.argv
process.stdin.resume().on('end', () =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 }))`

export interface ScratchFolder {
  readonly path: string
  /** Resolves when it is gone. */
  readonly remove: () => Promise<void>
}

/**
 * A new folder below another, which is made if it is not there. The new one is removed also when this process
 * is killed.
 */
export function makeScratchFolder(parent: string): ScratchFolder {
  mkdirSync(parent, { recursive: true })
  const path = mkdtempSync(join(parent, 'setup-'))
  // Servers that do not run as root have to go through it.
  chmodSync(path, 0o755)
  // Its own process group, which Ctrl-C does not reach.
  const watcher = spawn(process.execPath, ['-e', WATCH, path], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  })
  const remove = async (): Promise<void> => {
    const ended = once(watcher, 'exit')
    watcher.stdin.end()
    await ended
  }
  return { path, remove }
}
