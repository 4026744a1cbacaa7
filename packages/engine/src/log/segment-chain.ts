import { join } from 'node:path'
import type { Files } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import type { Segment } from './segment.js'

/** The segments of a log in order, and the spare files for new ones. */
export class SegmentChain {
  readonly files: Files
  readonly directory: string
  readonly #segments: Segment[]
  readonly #spares: string[]
  readonly #segmentBytes: number
  #nextSpare: number

  constructor(
    files: Files,
    directory: string,
    segments: readonly Segment[],
    spareNames: readonly string[],
    segmentBytes: number,
  ) {
    this.files = files
    this.directory = directory
    this.#segments = [...segments]
    this.#spares = spareNames.map((name) => join(directory, name))
    this.#segmentBytes = segmentBytes
    this.#nextSpare = Math.max(0, ...spareNames.map((name) => spareNumber(name) ?? 0)) + 1
  }

  get count(): number {
    return this.#segments.length
  }

  get spares(): number {
    return this.#spares.length
  }

  /** The segment that holds the position; undefined when it is before the first. */
  find(position: number): Segment | undefined {
    return (
      this.#segments.findLast((segment) => segment.base <= position) ??
      this.#segments.find((segment) => segment.previousEnd <= position)
    )
  }

  /** The latest position where the log can begin if everything from `needed` on must stay. */
  startFor(needed: number): number {
    const first = this.#segments.findLast((segment) => segment.previousEnd <= needed)
    return (first ?? this.#segments[0])?.previousEnd ?? needed
  }

  /** A file for the next segment: a reused one, or a new one. */
  async spare(): Promise<string> {
    const known = this.#spares.at(-1)
    if (known !== undefined) return known
    const path = join(this.directory, spareName(this.#nextSpare++))
    const file = await this.files.open(path, 'create')
    await file.close()
    this.#spares.push(path)
    return path
  }

  /** Called when a spare has become the last segment. */
  push(segment: Segment, spare: string): void {
    const last = this.#segments.at(-1)
    if (last !== undefined) last.next = segment
    this.#segments.push(segment)
    this.#spares.splice(this.#spares.indexOf(spare), 1)
  }

  /**
   * Drops the segments that end at or before `start`, which the manifest must already have. If a power cut
   * brings an old name back, with any content, recovery ignores it.
   */
  async dropBefore(start: number): Promise<void> {
    for (;;) {
      const [first, second] = this.#segments
      if (first === undefined || second === undefined || second.previousEnd > start) return
      this.#segments.shift()
      first.dropped = true
      if (this.#isReusable(first, second)) {
        const spare = join(this.directory, spareName(this.#nextSpare++))
        await this.files.rename(first.path, spare)
        this.#spares.push(spare)
      } else {
        await this.files.remove(first.path)
      }
    }
  }

  #isReusable(segment: Segment, next: Segment): boolean {
    if (segment.readers > 0 || this.#spares.length >= engineLimits.LOG_SPARE_SEGMENTS_MAX)
      return false
    return next.previousEnd - segment.base <= 2 * this.#segmentBytes
  }
}

const SPARE_NAME = /^spare-(\d+)\.log$/

function spareName(number: number): string {
  return `spare-${number}.log`
}

/** The number of a spare file; undefined for other files. */
export function spareNumber(name: string): number | undefined {
  const digits = SPARE_NAME.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
