import { ALIGNMENT, type SectionEntry } from '../format/segment-frame.js'
import { checkSection, readDirectory } from './read-directory.js'
import type { SectionSource } from './section-source.js'

/** A whole segment in memory, in a shared or an ordinary buffer. */
export class BufferSource implements SectionSource {
  readonly file: string
  readonly #content: Uint8Array
  readonly #directory: ReadonlyMap<string, SectionEntry>
  /** Sections whose checksum has been verified. */
  readonly #checked = new Map<string, Uint8Array>()

  constructor(file: string, content: Uint8Array) {
    this.file = file
    this.#content = content.byteOffset % ALIGNMENT === 0 ? content : new Uint8Array(content)
    this.#directory = readDirectory(file, content.length, (offset, length) =>
      this.#content.subarray(offset, offset + length),
    )
  }

  get bytes(): number {
    return this.#content.length
  }

  /** Nothing is evicted while the source is open. */
  readonly evictions = 0

  onNextEviction(): void {}

  parts(name: string): Uint8Array | undefined {
    return this.section(name)
  }

  section(name: string): Uint8Array | undefined {
    const checked = this.#checked.get(name)
    if (checked !== undefined) return checked
    const entry = this.#directory.get(name)
    if (entry === undefined) return undefined
    const bytes = this.#content.subarray(entry.offset, entry.offset + entry.length)
    this.#checked.set(name, checkSection(this.file, entry, bytes))
    return bytes
  }
}
