import { columnEnd } from '../../keys/decode-key.js'
import { engineLimits } from '../../limits.js'

/**
 * A partition-key value that was read or written, and an estimate of the capacity units that it stands
 * for.
 */
export interface KeySample {
  /** Encoded, without the space byte. */
  readonly key: Buffer
  readonly units: number
  /** The rows that it stands for; 1 where every row is kept. */
  readonly rows: number
}

interface Stretch {
  /** How many rows were offered. */
  rows: number
  /** Keys as latin1 strings, which are the cheapest to make and to keep. */
  readonly kept: { readonly key: string; readonly units: number }[]
}

/**
 * A uniform sample of the rows of a partition that were read or written in the last minute. Each stretch
 * of a few seconds has its own reservoir (Li's Algorithm L), so that old samples are dropped with their
 * stretch. Nearly every row costs one addition and one comparison.
 */
export class KeySamples {
  #current: Stretch = { rows: 0, kept: [] }
  #past: Stretch[] = []
  /** The number of the next row of the stretch to keep. */
  #due = 1
  #threshold = 1
  /** The size of a reservoir, in rows. */
  #room: number = engineLimits.PARTITION_SAMPLES_PER_STRETCH_MIN
  #random: number

  constructor(seed: number) {
    this.#random = Math.imul(seed + 1, 0x9e3779b1) | 1
  }

  /** Offers a row whose encoded partition key begins at `from` in `key`. */
  offer(key: Buffer, from: number, units: number): void {
    const current = this.#current
    if (++current.rows >= this.#due) this.#keep(current, key, from, units)
  }

  /** Begins the next stretch, with a reservoir of `room` rows. */
  turn(room: number): void {
    this.#room = room
    if (this.#current.rows === 0 && this.#past.length === 0) return
    this.#past.push(this.#current)
    if (this.#past.length > engineLimits.PARTITION_SAMPLE_STRETCHES) this.#past.shift()
    if (this.#past.every(({ rows }) => rows === 0)) this.#past = []
    this.#current = { rows: 0, kept: [] }
    this.#due = 1
    this.#threshold = 1
  }

  /** All samples of the last minute. */
  collected(): KeySample[] {
    return [...this.#past, this.#current].flatMap(({ rows, kept }) =>
      kept.map(({ key, units }) => ({
        key: Buffer.from(key, 'latin1'),
        units: (units * rows) / kept.length,
        rows: rows / kept.length,
      })),
    )
  }

  #keep({ rows, kept }: Stretch, source: Buffer, from: number, units: number): void {
    const max = this.#room
    // The key is copied, because the buffer of the request or of the encoder is reused.
    const sample = { key: source.toString('latin1', from, columnEnd(source, from)), units }
    if (kept.length < max) kept.push(sample)
    else kept[Math.floor(this.#next() * max)] = sample
    if (kept.length < max) {
      this.#due = rows + 1
      return
    }
    this.#threshold *= Math.exp(Math.log(this.#next()) / max)
    const skipped = Math.floor(Math.log(this.#next()) / Math.log(1 - this.#threshold))
    this.#due = rows + 1 + skipped
  }

  /** A number above 0 and below 1, by xorshift: the choice need not be hard to predict. */
  #next(): number {
    let state = this.#random
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    this.#random = state
    return ((state >>> 0) + 0.5) / 0x1_0000_0000
  }
}
