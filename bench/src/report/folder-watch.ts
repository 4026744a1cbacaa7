import { setTimeout as delay } from 'node:timers/promises'
import { folderMb } from './process-figures.js'

const SAMPLE_MS = 1000
/** The own store merges further once it has been at rest for half a minute. */
const SETTLED_MS = 70_000

/** The size of a folder over time, in MB. */
export class FolderWatch {
  readonly #folder: string
  readonly #timer: NodeJS.Timeout
  #now = 0
  #most = 0
  #changedAt = performance.now()

  constructor(folder: string) {
    this.#folder = folder
    this.#timer = setInterval(() => this.look(), SAMPLE_MS)
  }

  get most(): number {
    return this.#most
  }

  look(): number {
    const size = folderMb(this.#folder)
    if (size !== this.#now) this.#changedAt = performance.now()
    this.#now = size
    this.#most = Math.max(this.#most, size)
    return size
  }

  /** Waits until the size has not changed for a while. */
  async settled(secondsMax: number): Promise<number> {
    const until = performance.now() + secondsMax * 1000
    while (performance.now() < until && performance.now() - this.#changedAt < SETTLED_MS)
      await delay(SAMPLE_MS)
    return this.look()
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
