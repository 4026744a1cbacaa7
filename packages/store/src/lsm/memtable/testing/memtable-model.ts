import type { StoreMutation } from '../../../key-value-store.js'
import type { CursorRange } from '../../entry-cursor.js'
import { entryBytes } from '../../entry-form.js'

interface Version {
  readonly sequence: number
  /** Undefined where the key is deleted. */
  readonly value: string | undefined
}

interface Deleted {
  readonly start: string
  readonly end: string
  readonly sequence: number
}

/** What a memtable means, said plainly. Keys and values are latin1 texts, which sort as their bytes do. */
export class MemtableModel {
  readonly #versions = new Map<string, Version[]>()
  readonly #deleted: Deleted[] = []

  get entries(): number {
    return this.#versions.size
  }

  static entryText(key: string, value: string | undefined): string {
    return value === undefined ? `${key} is deleted` : `${key} = ${value}`
  }

  apply(mutation: StoreMutation, sequence: number): void {
    if (mutation.kind === 'deleteRange') {
      const { start, end } = mutation
      this.#deleted.push({ start: textOf(start), end: textOf(end), sequence })
      return
    }
    const value = mutation.kind === 'put' ? textOf(mutation.value) : undefined
    const name = textOf(mutation.key)
    this.#versions.set(name, [{ sequence, value }, ...(this.#versions.get(name) ?? [])])
  }

  get(key: Buffer, sequence: number): string | undefined {
    const name = textOf(key)
    const version = this.#versionAsOf(name, sequence)
    if (this.#deletedAt(name, sequence) > (version?.sequence ?? -1)) return 'tombstone'
    return version === undefined ? undefined : (version.value ?? 'tombstone')
  }

  entriesAsOf({ start, end, reverse }: CursorRange, sequence: number): string[] {
    const texts: string[] = []
    for (const name of [...this.#versions.keys()].sort()) {
      if (start !== undefined && name < textOf(start)) continue
      if (end !== undefined && name >= textOf(end)) continue
      const version = this.#versionAsOf(name, sequence)
      if (version === undefined || this.#deletedAt(name, sequence) > version.sequence) continue
      texts.push(MemtableModel.entryText(name, version.value))
    }
    return reverse ? texts.reverse() : texts
  }

  rangeTombstones(sequence: number): { start: Buffer; end: Buffer }[] {
    const ranges = this.#deleted
      .filter((range) => range.sequence <= sequence && range.start < range.end)
      .sort((one, other) => (one.start < other.start ? -1 : 1))
    const joined: { start: string; end: string }[] = []
    for (const { start, end } of ranges) {
      const last = joined.at(-1)
      if (last === undefined || last.end < start) joined.push({ start, end })
      else if (last.end < end) last.end = end
    }
    return joined.map(({ start, end }) => ({ start: bytesOf(start), end: bytesOf(end) }))
  }

  bytesBetween(start: Buffer, end: Buffer): number {
    let bytes = 0
    for (const [name, [newest]] of this.#versions) {
      if (name < textOf(start) || name >= textOf(end)) continue
      bytes += entryBytes(name.length, newest?.value?.length)
    }
    return bytes
  }

  #versionAsOf(name: string, sequence: number): Version | undefined {
    return this.#versions.get(name)?.find((version) => version.sequence <= sequence)
  }

  #deletedAt(name: string, sequence: number): number {
    const moments = this.#deleted
      .filter((range) => range.start <= name && name < range.end)
      .map((range) => range.sequence)
      .filter((moment) => moment <= sequence)
    return Math.max(-1, ...moments)
  }
}

const textOf = (bytes: Buffer): string => bytes.toString('latin1')
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')
