import { createHash, type Hash } from 'node:crypto'
import type { WorkTurns } from '@rowhouse/platform'
import { contentMd5 } from '@rowhouse/protocol'
import { serverLimits } from '../limits.js'

interface Digest {
  readonly body: Buffer
  readonly hash: Hash
  at: number
  readonly done: (md5: string) => void
}

/**
 * Computes the MD5 of replies. A page of 5,000 rows takes milliseconds, so large bodies are summed one
 * after the other and in pieces, within the time that long work has in each turn of the event loop.
 */
export class ReplyDigests {
  readonly #turns: WorkTurns
  readonly #waiting: Digest[] = []

  constructor(turns: WorkTurns) {
    this.#turns = turns
  }

  /** Calls `done` at once when the body is small. `done` must not throw. */
  sum(body: Buffer, done: (md5: string) => void): void {
    if (body.length <= serverLimits.DIGEST_PIECE_BYTES) {
      done(contentMd5(body))
      return
    }
    this.#waiting.push({ body, hash: createHash('md5'), at: 0, done })
    if (this.#waiting.length === 1) void this.#sumAll()
  }

  async #sumAll(): Promise<void> {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const digest = first
      await this.#turns.large.once(() => sumPiece(digest))
      if (digest.at < digest.body.length) continue
      this.#waiting.shift()
      digest.done(digest.hash.digest('base64'))
    }
  }
}

function sumPiece(digest: Digest): void {
  const end = Math.min(digest.at + serverLimits.DIGEST_PIECE_BYTES, digest.body.length)
  digest.hash.update(digest.body.subarray(digest.at, end))
  digest.at = end
}
