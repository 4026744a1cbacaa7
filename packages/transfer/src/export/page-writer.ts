import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { AppendFile } from '../journal/append-file.js'
import type { JournalFile } from '../journal/journal-file.js'
import { transferLimits } from '../limits.js'
import { type ExportState, storedPart } from './export-state.js'
import type { EncodedRange } from './key-range.js'

/** The target of an export's pages. */
export interface PageTarget {
  open(): Promise<void>
  append(bytes: Buffer): Promise<void>
  readonly length: number
  sync(): Promise<void>
  close(): Promise<void>
}

export function fileTarget(path: string, length: number): PageTarget {
  return new AppendFile(path, length)
}

export function streamTarget(output: Writable): PageTarget {
  let length = 0
  return {
    get length() {
      return length
    },
    async append(bytes) {
      length += bytes.length
      if (!output.write(bytes)) await once(output, 'drain')
    },
    open: () => Promise.resolve(),
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

/** The lines of a page of rows, and the columns with new types. */
export interface WrittenPage {
  readonly text: string
  readonly rows: number
  readonly columns: ExportState['columns']
}

/**
 * Appends pages of all parts one after the other, and saves the rest of each part in the journal. Bytes
 * that were appended after the last save are truncated when the export is resumed.
 */
export class PageWriter {
  readonly #target: PageTarget
  readonly #journal: JournalFile<ExportState> | undefined
  readonly #isPacked: boolean
  readonly #now: () => number
  #state: ExportState
  #savedAt: number
  #last: Promise<void> = Promise.resolve()

  constructor(
    target: PageTarget,
    journal: JournalFile<ExportState> | undefined,
    begun: ExportState,
    isPacked: boolean,
    now: () => number,
  ) {
    this.#target = target
    this.#journal = journal
    this.#state = begun
    this.#isPacked = isPacked
    this.#now = now
    this.#savedAt = now()
  }

  get state(): ExportState {
    return this.#state
  }

  /** Resolves when the page is written; `left` is the rest of its part. */
  write(part: number, page: WrittenPage, left: EncodedRange | undefined): Promise<void> {
    return this.#write(page, ({ parts }) => ({
      parts: parts.with(part, left === undefined ? null : storedPart(left)),
    }))
  }

  /** The same for a page of a search, with the token of the next page. */
  writeFound(page: WrittenPage, token: Buffer | undefined): Promise<void> {
    return this.#write(page, ({ parts }) =>
      token === undefined ? { parts: [null] } : { parts, token: token.toString('base64') },
    )
  }

  #write(
    page: WrittenPage,
    restOf: (state: ExportState) => Pick<ExportState, 'parts' | 'token'>,
  ): Promise<void> {
    const written = this.#last.then(async () => {
      if (page.text !== '') await this.#append(page.text)
      const columns = { ...this.#state.columns, ...page.columns }
      const rows = this.#state.rows + page.rows
      this.#state = { length: this.#target.length, rows, columns, ...restOf(this.#state) }
      if (this.#now() - this.#savedAt >= transferLimits.JOURNAL_MS) await this.save()
    })
    // A failure rejects the write of its page, and later pages are not written.
    this.#last = written
    return written
  }

  /** Writes the text before all pages. */
  async begin(text: string): Promise<void> {
    if (text !== '') await this.#append(text)
    this.#state = { ...this.#state, length: this.#target.length }
    await this.save()
  }

  async save(): Promise<void> {
    await this.#target.sync()
    await this.#journal?.save(this.#state)
    this.#savedAt = this.#now()
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    // Concatenated gzip members are one gzip file.
    await this.#target.append(this.#isPacked ? gzipSync(bytes) : bytes)
  }
}
