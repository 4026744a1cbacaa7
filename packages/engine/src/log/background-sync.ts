import type { FileHandle } from '@rowhouse/platform'
import { LogFailedError } from './log-errors.js'

interface Round {
  readonly file: FileHandle
  readonly done: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Syncs in the background, for a log whose writers do not wait for the disk. One sync runs at a time. */
export class BackgroundSync {
  readonly #sync: (file: FileHandle) => Promise<void>
  /** The sync that is running, and the one that follows it if something was written meanwhile. */
  #running: Round | undefined
  #next: Round | undefined
  #failure: LogFailedError | undefined

  constructor(sync: (file: FileHandle) => Promise<void>) {
    this.#sync = sync
  }

  /** Throws when an earlier sync has failed: what was acknowledged since may be lost. */
  request(file: FileHandle): void {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#running === undefined) void this.#run(newRound(file))
    else this.#next ??= newRound(file)
  }

  /** Resolves when everything requested so far is on the disk. */
  settled(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    return (this.#next ?? this.#running)?.done ?? Promise.resolve()
  }

  async #run(first: Round): Promise<void> {
    for (let round: Round | undefined = first; round !== undefined; round = this.#running) {
      this.#running = round
      try {
        await this.#sync(round.file)
      } catch (error) {
        this.#failure = new LogFailedError(error)
        round.reject(this.#failure)
        this.#next?.reject(this.#failure)
        this.#running = undefined
        return
      }
      this.#running = this.#next
      this.#next = undefined
      round.resolve()
    }
  }
}

function newRound(file: FileHandle): Round {
  let resolve = (): void => {}
  let reject: (error: Error) => void = () => {}
  const done = new Promise<void>((resolveDone, rejectDone) => {
    resolve = resolveDone
    reject = rejectDone
  })
  // A caller that does not wait gets the failure from its next request.
  done.catch(() => {})
  return { file, done, resolve, reject }
}
