import { AppendFile } from '../journal/append-file.js'
import type { JournalFile } from '../journal/journal-file.js'
import { transferLimits } from '../limits.js'
import type { ImportState } from './import-state.js'
import type { DoneWindow, Reject, Window } from './window-writer.js'

/** Records progress in the journal, and rejected rows in their file. */
export class ImportLedger {
  readonly #journal: JournalFile<ImportState> | undefined
  readonly #rejects: AppendFile
  readonly #now: () => number
  #state: ImportState
  #savedAt: number

  constructor(
    begun: ImportState,
    rejectsPath: string,
    journal: JournalFile<ImportState> | undefined,
    now: () => number,
  ) {
    this.#state = begun
    this.#journal = journal
    this.#rejects = new AppendFile(rejectsPath, begun.rejectsBytes)
    this.#now = now
    this.#savedAt = now()
  }

  get state(): ImportState {
    return this.#state
  }

  /** Marks the import as begun. */
  async begin(hasCreatedTable: boolean): Promise<void> {
    this.#state = { ...this.#state, hasCreatedTable }
    if (this.#rejects.length > 0) await this.#rejects.open()
    else await this.#rejects.remove()
    await this.#save()
  }

  async add({ end, written, superseded, rejects }: DoneWindow): Promise<void> {
    await this.#append(rejects)
    const before = this.#state
    this.#state = {
      ...before,
      file: end.file,
      record: end.record,
      written: before.written + written,
      superseded: before.superseded + superseded,
      rejected: before.rejected + rejects.length,
      rejectsBytes: this.#rejects.length,
    }
    if (this.#now() - this.#savedAt >= transferLimits.JOURNAL_MS) await this.#save()
  }

  /** A dry run has no progress to record, but its rejects are its own. */
  async beginDryRun(): Promise<void> {
    await this.#rejects.remove()
  }

  /** Counts a window of a dry run as if its rows were written. */
  async count({ end, rows, rejects }: Window): Promise<void> {
    await this.add({ end, written: rows.length, superseded: 0, rejects })
  }

  /** Everything is written, so the journal is removed. */
  async finish(): Promise<void> {
    await this.#journal?.remove()
  }

  async close(): Promise<void> {
    await this.#rejects.close()
  }

  async #append(rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return
    const lines = rejects.map((reject) => `${JSON.stringify(reject, plainJson)}\n`)
    await this.#rejects.append(Buffer.from(lines.join('')))
  }

  /** The rejects file must be durable before the journal refers to it. */
  async #save(): Promise<void> {
    await this.#rejects.sync()
    await this.#journal?.save(this.#state)
    this.#savedAt = this.#now()
  }
}

/** Writes integers beyond 2^53 as text and bytes in base64, because people read the file. */
function plainJson(this: unknown, _name: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
