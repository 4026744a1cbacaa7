import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { SectionEntry } from '../format/segment-frame.js'
import { checkSection, readDirectory } from './read-directory.js'
import type { SectionCache } from './section-cache.js'
import type { SectionSource } from './section-source.js'

/** A segment's file, of which sections are read when somebody wants them. For threads that may wait. */
export class FileSource implements SectionSource {
  readonly file: string
  readonly bytes: number
  readonly #descriptor: number
  readonly #cache: SectionCache
  readonly #directory: ReadonlyMap<string, SectionEntry>
  readonly #onLetGo: (() => void)[] = []
  readonly #letGo = (): void => {
    for (const listener of this.#onLetGo) listener()
  }

  constructor(file: string, cache: SectionCache) {
    this.file = file
    this.#cache = cache
    this.#descriptor = openSync(file, 'r')
    try {
      this.bytes = fstatSync(this.#descriptor).size
      this.#directory = readDirectory(file, this.bytes, (offset, length) =>
        this.#read(offset, length),
      )
    } catch (error) {
      closeSync(this.#descriptor)
      throw error
    }
    cache.listeners.add(this.#letGo)
  }

  onLetGo(listener: () => void): void {
    this.#onLetGo.push(listener)
  }

  section(name: string): Uint8Array | undefined {
    const entry = this.#directory.get(name)
    if (entry === undefined) return undefined
    return this.#cache.get(this.file, name, () =>
      checkSection(this.file, entry, this.#read(entry.offset, entry.length)),
    )
  }

  get cachedBytes(): number {
    return this.#cache.bytesOf(this.file)
  }

  close(): void {
    this.#cache.listeners.delete(this.#letGo)
    this.#cache.drop(this.file)
    closeSync(this.#descriptor)
  }

  #read(offset: number, length: number): Uint8Array {
    const target = new Uint8Array(length)
    let done = 0
    while (done < length) {
      const count = readSync(this.#descriptor, target, done, length - done, offset + done)
      if (count === 0) break
      done += count
    }
    return target.subarray(0, done)
  }
}
