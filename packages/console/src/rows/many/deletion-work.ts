import type { TableShape } from '@rowhouse/console-gate/shapes'
import type { Key } from '@rowhouse/snippets'
import { newId } from '../../parts/new-id.js'
import type { Work } from '../../parts/works.js'
import {
  type Asked,
  type DeletionProgress,
  type FailedRow,
  type Victims,
  deleteRows,
  putBack,
} from './delete-rows.js'
import { allowingTimesOf } from './old-times.js'

/** A deletion begins so long after it was asked for, and may be cancelled until then. */
const DELETION_DELAY_MS = 10_000

type DeletionState =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'waiting'; readonly victims: Victims; readonly startsAt: number }
  | { readonly kind: 'deleting'; readonly progress: DeletionProgress }
  | { readonly kind: 'deleted'; readonly progress: DeletionProgress; readonly error?: Error }
  | { readonly kind: 'restoring'; readonly done: number; readonly of: number }
  | { readonly kind: 'restored'; readonly rows: number; readonly failed: readonly FailedRow[] }
  | { readonly kind: 'failed'; readonly error: Error }

interface DeletionParts {
  readonly path: string
  readonly asked: Asked
  readonly table: TableShape
  readonly victims: Victims
  readonly now: () => number
  /** Takes rows out of what is shown. */
  readonly gone: (keys: readonly Key[]) => void
  /** Reads what is shown anew. */
  readonly refresh: () => Promise<unknown>
}

const NOTHING: DeletionProgress = { deleted: 0, keys: [], failed: [], kept: [] }

/** Deletes rows after a while in which the person may think again, and puts them back. */
export class DeletionWork implements Work {
  readonly id = newId()
  readonly path: string
  /** A key that the server numbers cannot be written again, so nothing is put back. */
  readonly isFinal: boolean
  readonly #parts: DeletionParts
  readonly #listeners = new Set<() => void>()
  readonly #stopping = new AbortController()
  readonly #timer: ReturnType<typeof setTimeout>
  #state: DeletionState

  constructor(parts: DeletionParts) {
    this.#parts = parts
    this.path = parts.path
    this.isFinal = isFinalIn(parts.table)
    const startsAt = parts.now() + DELETION_DELAY_MS
    this.#state = { kind: 'waiting', victims: parts.victims, startsAt }
    this.#timer = setTimeout(() => void this.#delete(), DELETION_DELAY_MS)
  }

  readonly state = (): DeletionState => this.#state

  readonly isRunning = (): boolean =>
    ['waiting', 'deleting', 'restoring'].includes(this.#state.kind)

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Before it begins nothing is deleted; later what is deleted stays so. */
  readonly stop = (): void => {
    clearTimeout(this.#timer)
    this.#stopping.abort()
    if (this.#state.kind === 'waiting') this.#tell({ kind: 'cancelled' })
  }

  /** Puts back what is kept. */
  readonly undo = async (): Promise<void> => {
    if (this.#state.kind !== 'deleted') return
    const { asked, table, refresh } = this.#parts
    const { kept } = this.#state.progress
    const tell = (done: number): void => this.#tell({ kind: 'restoring', done, of: kept.length })
    tell(0)
    try {
      const put = () => putBack(asked, table.table, kept, tell)
      const failed = await allowingTimesOf(asked, table, kept, put)
      this.#tell({ kind: 'restored', rows: kept.length - failed.length, failed })
    } catch (error) {
      this.#tell({ kind: 'failed', error: asError(error) })
    }
    await refresh()
  }

  async #delete(): Promise<void> {
    const { asked, table, victims, gone, refresh } = this.#parts
    let progress = NOTHING
    const tell = (next: DeletionProgress): void => {
      progress = next
      this.#tell({ kind: 'deleting', progress })
    }
    tell(progress)
    try {
      await deleteRows(asked, table, victims, { signal: this.#stopping.signal, tell })
      this.#tell({ kind: 'deleted', progress })
    } catch (error) {
      this.#tell({ kind: 'deleted', progress, error: asError(error) })
    }
    if (victims.kind === 'all') await refresh()
    else gone(progress.keys)
  }

  #tell(state: DeletionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const isFinalIn = ({ key }: TableShape): boolean => key.some(({ isAuto }) => isAuto)

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
