import type { Clock } from './clock.js'
import type { FileHandle, Files } from './files.js'
import { platformLimits } from './limits.js'
import { startPeriodicTask } from './periodic-task.js'

/**
 * Thrown when the open folder is not the one that the next start will find: it was removed, replaced or
 * unmounted.
 */
export class FolderLostError extends Error {
  constructor(path: string) {
    super(
      `${path} is not there any more as it was opened: it was removed, replaced or unmounted. Writes are refused until the server is started again on the right folder.`,
    )
    this.name = 'FolderLostError'
  }
}

export interface FolderWatchOptions {
  readonly files: Files
  readonly clock: Clock
  /** A file that is never replaced. It is kept open, so that no other file gets its identity. */
  readonly anchor: string
  readonly folders: readonly string[]
  /** Called once. */
  readonly onLost: (error: FolderLostError) => void
}

/**
 * Compares the folder at a path with the one that was opened there: files of a removed folder still accept
 * writes that nobody will ever read. A lost folder stays lost.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions
  readonly #known: ReadonlyMap<string, string | undefined>
  readonly #anchor: FileHandle
  readonly #task: { stop(): Promise<void> }
  #lookedAt: number
  #lost: FolderLostError | undefined
  #closed: Promise<void> | undefined

  private constructor(
    options: FolderWatchOptions,
    known: ReadonlyMap<string, string | undefined>,
    anchor: FileHandle,
  ) {
    this.#options = options
    this.#known = known
    this.#anchor = anchor
    this.#lookedAt = options.clock.monotonic()
    // `onLost` reports the loss. A look that fails proves nothing, and another one follows.
    this.#task = startPeriodicTask(
      () => this.look(),
      platformLimits.FOLDER_LOOK_MS,
      () => {},
    )
  }

  static async start(options: FolderWatchOptions): Promise<FolderWatch> {
    const { files, anchor, folders } = options
    const held = await files.open(anchor, 'read')
    const known = new Map<string, string | undefined>()
    for (const path of [anchor, ...folders]) known.set(path, await files.identity(path))
    return new FolderWatch(options, known, held)
  }

  /**
   * Call it before a write is acknowledged. Undefined after a recent look; rejects when the folder is lost.
   */
  check(): Promise<void> | undefined {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    const age = this.#options.clock.monotonic() - this.#lookedAt
    return age < platformLimits.FOLDER_LOOK_FRESH_MS ? undefined : this.look()
  }

  async look(): Promise<void> {
    const { files, clock } = this.#options
    this.#lookedAt = clock.monotonic()
    for (const [path, identity] of this.#known) {
      if ((await files.identity(path)) !== identity) this.#lose(path)
      if (this.#lost !== undefined) throw this.#lost
    }
  }

  stop(): Promise<void> {
    this.#closed ??= this.#task.stop().then(() => this.#anchor.close())
    return this.#closed
  }

  #lose(path: string): void {
    if (this.#lost !== undefined) return
    this.#lost = new FolderLostError(path)
    this.#options.onLost(this.#lost)
  }
}
