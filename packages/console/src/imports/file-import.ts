import type { Answered, RefusedRow } from '@rowhouse/console-gate/shapes'
import { isMark } from '@rowhouse/snippets'
import {
  type ReadRecord,
  type RecordSource,
  isBad,
  isOfAllRows,
  mayBeOfOneRow,
} from '@rowhouse/transfer/records'
import { GateError } from '../gate/gate-client.js'
import { pageLimits } from '../limits.js'
import { keyName } from '../rows/use-rows.js'
import type { RecordProblem, RowMaker, RowPut } from './row-of-record.js'

/** A record of the file that is no row of the table now. */
export interface Refusal {
  /** From 1; lines that name columns do not count. */
  readonly record: number
  readonly reason:
    | RecordProblem
    | { readonly problem: 'unreadable' }
    | { readonly problem: 'service'; readonly message: string }
  readonly content: string
}

export interface ImportProgress {
  /** After `failed` it may go on; `broken` is a file whose rest cannot be read. */
  readonly state: 'running' | 'stopping' | 'stopped' | 'failed' | 'broken' | 'done'
  readonly written: number
  readonly refused: number
  /** The first ones. */
  readonly refusals: readonly Refusal[]
  readonly bytesRead: number
  /** Why it has failed. */
  readonly error: Error | undefined
}

interface ReadyRow {
  readonly record: number
  readonly row: RowPut
  readonly name: string
  readonly characters: number
}

/** Writes rows by one request of the service. */
export type WriteRows = (rows: readonly RowPut[]) => Promise<Answered<'BatchWriteRow'>>

interface FileImportParts {
  readonly opened: RecordSource
  readonly maker: RowMaker
  readonly write: WriteRows
  /** Waits before rows are sent again, for the nth time. */
  readonly wait: (tries: number) => Promise<void>
}

/**
 * Writes the records of a file, some requests at a time. It stops between two records and goes on there:
 * what was read and not answered is kept, so nothing is written twice and nothing is left out. Rows of one
 * key are written in the order of the file.
 */
export class FileImport {
  readonly #parts: FileImportParts
  readonly #listeners = new Set<() => void>()
  readonly #flying = new Map<Promise<void>, readonly ReadyRow[]>()
  /** Keys of the rows under way, and of those that are gathered. */
  readonly #keys = new Set<string>()
  #gathered: ReadyRow[] = []
  /** Rows whose request had no answer. */
  #unanswered: ReadyRow[] = []
  /** The rest of the piece that is being read. */
  #piece: readonly ReadRecord[] = []
  #unreadable: Error | undefined
  #progress: ImportProgress = {
    state: 'stopped',
    written: 0,
    refused: 0,
    refusals: [],
    bytesRead: 0,
    error: undefined,
  }

  constructor(parts: FileImportParts) {
    this.#parts = parts
  }

  get progress(): ImportProgress {
    return this.#progress
  }

  /** For React: calls back after each change, until what it returns is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly stop = (): void => {
    if (this.#progress.state === 'running') this.#tell({ state: 'stopping' })
  }

  /** Begins, or goes on after a stop or a failure. */
  readonly run = async (): Promise<void> => {
    const { state } = this.#progress
    if (state !== 'stopped' && state !== 'failed') return
    this.#tell({ state: 'running', error: undefined })
    try {
      await this.#writeAll()
    } catch (error) {
      this.#fail(error)
    }
    await this.#settle()
    if (this.#progress.state === 'stopping') this.#tell({ state: 'stopped' })
  }

  async #writeAll(): Promise<void> {
    const left = this.#unanswered
    this.#unanswered = []
    for (const row of left) await this.#gather(row)
    while (this.#progress.state === 'running') {
      const piece = await this.#nextPiece()
      if (piece === undefined) {
        await this.#flush()
        await this.#settle()
        if (!this.#hasFailed) this.#end()
        return
      }
      await this.#take(piece)
    }
    await this.#flush()
  }

  #end(): void {
    const error = this.#unreadable
    this.#tell({ state: error === undefined ? 'done' : 'broken', error })
  }

  async #nextPiece(): Promise<readonly ReadRecord[] | undefined> {
    if (this.#piece.length > 0) return this.#piece
    try {
      const next = await this.#parts.opened.records.next()
      return next.done === true ? undefined : next.value
    } catch (error) {
      this.#unreadable = errorOf(error)
      return undefined
    }
  }

  async #take(piece: readonly ReadRecord[]): Promise<void> {
    for (const [at, record] of piece.entries()) {
      if (this.#progress.state !== 'running') {
        this.#piece = piece.slice(at)
        return
      }
      await this.#takeRecord(record)
    }
    this.#piece = []
    this.#tell({ bytesRead: this.#parts.opened.bytesRead() })
  }

  async #takeRecord(record: ReadRecord): Promise<void> {
    const { number } = record
    if (isBad(record)) {
      this.#refuse(number, { problem: 'unreadable' }, record.text)
      return
    }
    const made = this.#parts.maker.rowOf(record)
    if ('problem' in made) {
      this.#refuse(number, made, record.values.map(String).join(', '))
      return
    }
    const { row, characters } = made
    await this.#gather({ record: number, row, name: keyName(row.key), characters })
  }

  async #gather(row: ReadyRow): Promise<void> {
    if (this.#keys.has(row.name)) {
      await this.#flush()
      await this.#settle()
    }
    const held = this.#gathered.reduce((sum, { characters }) => sum + characters, row.characters)
    if (held > pageLimits.BATCH_CHARACTERS) await this.#flush()
    this.#keys.add(row.name)
    this.#gathered.push(row)
    if (this.#gathered.length >= pageLimits.BATCH_ROWS) await this.#flush()
  }

  /** Sends what is gathered, as soon as there is room for one more request. */
  async #flush(): Promise<void> {
    if (this.#gathered.length === 0) return
    const rows = this.#gathered
    this.#gathered = []
    while (this.#flying.size >= pageLimits.BATCHES_AT_ONCE) await Promise.race(this.#flying.keys())
    if (this.#hasFailed) {
      // A later row of a key must not be written before an earlier one that had no answer.
      this.#keep(rows)
      return
    }
    const flight = this.#send(rows).finally(() => {
      this.#flying.delete(flight)
      for (const { name } of rows) this.#keys.delete(name)
    })
    this.#flying.set(flight, rows)
  }

  #keep(rows: readonly ReadyRow[]): void {
    this.#unanswered.push(...rows)
    for (const { name } of rows) this.#keys.delete(name)
  }

  async #settle(): Promise<void> {
    await Promise.all(this.#flying.keys())
  }

  /** Never rejects: what has no answer is kept for when the import goes on. */
  async #send(rows: readonly ReadyRow[]): Promise<void> {
    let left = rows
    try {
      for (let tries = 1; left.length > 0; tries++) {
        const answers = await this.#answersOf(left)
        left = this.#noted(left, answers)
        if (left.length === 0) return
        if (tries >= pageLimits.BUSY_TRIES) throw busyError(answers)
        await this.#parts.wait(tries)
      }
    } catch (error) {
      this.#keep(left)
      this.#fail(error)
    }
  }

  /** Counts rows that have their answer; returns those that a busy server refuses. */
  #noted(
    rows: readonly ReadyRow[],
    answers: readonly (RefusedRow | null | undefined)[],
  ): readonly ReadyRow[] {
    const busy: ReadyRow[] = []
    let written = 0
    for (const [at, row] of rows.entries()) {
      const refused = answers[at]
      if (refused === undefined || refused === null) written += 1
      else if (isOfAllRows(refused.code)) busy.push(row)
      else this.#refuse(row.record, serviceReason(refused), contentOf(row.row))
    }
    this.#tell({ written: this.#progress.written + written })
    return busy
  }

  /** A request that is refused as a whole because of one of its rows is sent again row by row. */
  async #answersOf(rows: readonly ReadyRow[]): Promise<readonly (RefusedRow | null)[]> {
    try {
      return (await this.#parts.write(rows.map(({ row }) => row))).answer.rows
    } catch (error) {
      if (!isOfOneRow(error)) throw error
      if (rows.length === 1) return [{ code: error.code, message: error.message }]
      const alone: (RefusedRow | null)[] = []
      for (const row of rows) alone.push(...(await this.#answersOf([row])))
      return alone
    }
  }

  #refuse(record: number, reason: Refusal['reason'], text: string): void {
    const { refused, refusals } = this.#progress
    const content = text.slice(0, pageLimits.REFUSAL_CHARACTERS)
    const isListed = refusals.length < pageLimits.REFUSALS_SHOWN
    // Told with the piece or the answer that it belongs to: a file may have nothing but such records.
    this.#progress = {
      ...this.#progress,
      refused: refused + 1,
      refusals: isListed ? [...refusals, { record, reason, content }] : refusals,
    }
  }

  #fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#tell({ state: 'failed', error: errorOf(error) })
  }

  /** A request may fail while this one waits. */
  get #hasFailed(): boolean {
    return this.#progress.state === 'failed'
  }

  #tell(changes: Partial<ImportProgress>): void {
    this.#progress = { ...this.#progress, ...changes }
    for (const listener of this.#listeners) listener()
  }
}

const errorOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

const BAD_REQUEST = 400
const TOO_LARGE = 413

/** The gate refuses what is too large for it, and what it cannot encode, without a code of the service. */
const isOfOneRow = (error: unknown): error is GateError =>
  error instanceof GateError &&
  (mayBeOfOneRow(error.code) || error.status === TOO_LARGE || error.status === BAD_REQUEST)

function busyError(answers: readonly (RefusedRow | null)[]): Error {
  const refused = answers.find((answer) => answer !== null && isOfAllRows(answer.code))
  if (refused === undefined || refused === null) return new Error('rows were not answered')
  return new GateError(503, refused.code, refused.message, undefined)
}

const serviceReason = ({ code, message }: RefusedRow) =>
  ({ problem: 'service', message: `${code}: ${message}` }) as const

const contentOf = ({ key, columns }: RowPut): string =>
  [...key, ...columns].map(({ value }) => (isMark(value) ? value.mark : String(value))).join(', ')
