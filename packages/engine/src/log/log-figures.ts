/** Counters since the log was opened, for the metrics page. */
export class LogFigures {
  readonly #onSync: ((milliseconds: number) => void) | undefined
  #frames = 0
  #records = 0
  #bytes = 0
  #syncs = 0
  #syncMilliseconds = 0
  #clockJumps = 0

  constructor(onSync: ((milliseconds: number) => void) | undefined) {
    this.#onSync = onSync
  }

  committed(records: number, bytes: number): void {
    this.#frames++
    this.#records += records
    this.#bytes += bytes
  }

  synced(milliseconds: number): void {
    this.#syncs++
    this.#syncMilliseconds += milliseconds
    this.#onSync?.(milliseconds)
  }

  clockJumped(): void {
    this.#clockJumps++
  }

  read(): Record<string, number> {
    return {
      frames: this.#frames,
      records: this.#records,
      bytes: this.#bytes,
      syncs: this.#syncs,
      syncMilliseconds: this.#syncMilliseconds,
      clockJumps: this.#clockJumps,
    }
  }
}
