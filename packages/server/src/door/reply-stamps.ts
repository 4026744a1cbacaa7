import type { Clock, Random } from '@rowhouse/platform'

/** Makes the date and the request id of every reply, at little cost. */
export class ReplyStamps {
  readonly #clock: Clock
  readonly #prefix: string
  #counter: number
  #dateAt = -1
  #date = ''

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    const bytes = random.bytes(13).toString('hex')
    const part = (start: number, length: number): string => bytes.slice(start, start + length)
    this.#prefix = `${part(0, 8)}-${part(8, 4)}-4${part(12, 3)}-8${part(15, 3)}-`
    this.#counter = Number.parseInt(part(18, 8), 16)
  }

  /** UTC with six digits of a second: the Python SDK can parse neither none nor nine. */
  date(): string {
    const now = this.#clock.now()
    if (now !== this.#dateAt) {
      this.#dateAt = now
      this.#date = `${new Date(now).toISOString().slice(0, -1)}000Z`
    }
    return this.#date
  }

  /** 36 characters in the form of a UUID: a random half for this door, then a count. */
  requestId(): string {
    this.#counter += 1
    return this.#prefix + this.#counter.toString(16).padStart(12, '0')
  }
}
