import { createHash, type Hash } from 'node:crypto'
import { contentMd5, limits } from '@rowhouse/protocol'

interface Digest {
  readonly body: Buffer
  readonly hash: Hash
  at: number
  readonly done: (md5: string) => void
}

/**
 * The MD5 of replies. That of a page of 5,000 rows takes milliseconds, so large ones are summed one after the
 * other and a piece in every turn of the event loop: small replies do not wait for more than a piece.
 */
export class ReplyDigests {
  readonly #waiting: Digest[] = []

  /** Calls `done` at once when the body is small; `done` must not throw. */
  sum(body: Buffer, done: (md5: string) => void): void {
    if (body.length <= limits.REPLY_PIECE_BYTES) {
      done(contentMd5(body))
      return
    }
    this.#waiting.push({ body, hash: createHash('md5'), at: 0, done })
    if (this.#waiting.length === 1) setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    const [first] = this.#waiting
    if (first === undefined) return
    const end = Math.min(first.at + limits.REPLY_PIECE_BYTES, first.body.length)
    first.hash.update(first.body.subarray(first.at, end))
    first.at = end
    if (end === first.body.length) {
      this.#waiting.shift()
      first.done(first.hash.digest('base64'))
    }
    if (this.#waiting.length > 0) setImmediate(this.#turn)
  }
}
