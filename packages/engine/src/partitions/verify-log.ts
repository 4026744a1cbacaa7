import type { CommitLog } from '../log/commit-log.js'
import { decodeChangeRecord } from '../log/change-record.js'
import { type Entry, type KeyValueStore, STAMP_KEY } from '@rowhouse/store'
import { decodeCommits, decodeMutations, type KeyMutation } from './commit-record.js'
import type { LoggedCommit } from './partition-store.js'

/** Thrown when the rows of the store differ from what the commit log says. */
export class LogDisagreementError extends Error {
  constructor(what: string) {
    super(`the store and its commit log disagree: ${what}`)
    this.name = 'LogDisagreementError'
  }
}

export interface LogAgreement {
  /** Records up to the position that the store has reached. */
  readonly records: number
  /** Entries of the store that were compared with them. */
  readonly entries: number
}

const KEYS_AT_ONCE = 256

/**
 * Compares a store with all of the log that is left. Every entry must have the value of the last record
 * that the store has applied, or of a later record: an interrupted replay leaves such entries, and the next
 * one applies the record again. If the log is complete, the store must have no entry that no record has
 * put. Neither store nor log may be in use. For tests and repairs only, because it holds the log in memory.
 */
export async function verifyLog(log: CommitLog, store: KeyValueStore): Promise<LogAgreement> {
  const applied = (await store.stamp()) ?? 0
  if (applied < log.start || applied > log.durableEnd) {
    const span = `${log.start} to ${log.durableEnd}`
    throw new LogDisagreementError(`the store is at ${applied}, the log covers ${span}`)
  }
  const expected = new ExpectedEntries()
  let records = 0
  for await (const { end, payload } of log.read(log.start)) {
    for (const commit of decodeCommits(payload)) checkChanges(commit)
    if (end > applied) expected.takeLater(payload)
    else {
      records++
      expected.take(payload)
    }
  }
  await expected.compare(store)
  if (log.start === 0) await expected.compareWhole(store)
  return { records, entries: expected.size }
}

/** The change record of a row must agree with what the same commit does to the row. */
function checkChanges({ record, mutations }: LoggedCommit): void {
  if (record === undefined) return
  const values = new Map(mutations.map(({ key, value }) => [nameOf(key), value]))
  const kinds = new Map(
    decodeChangeRecord(record).map(({ rowKey, kind }) => [nameOf(rowKey), kind]),
  )
  for (const [name, kind] of kinds) {
    if (!values.has(name)) throw new LogDisagreementError(`a ${kind} changes no row`)
    const isDeleted = values.get(name) === undefined
    if (kind !== 'UPDATE_ROW' && isDeleted !== (kind === 'DELETE_ROW'))
      throw new LogDisagreementError(`a ${kind} leaves ${isDeleted ? 'no row' : 'a row'}`)
  }
}

interface DeletedRange {
  readonly start: Buffer
  readonly end: Buffer
}

class ExpectedEntries {
  /** Undefined for deleted entries. Names are keys of the store as latin1 text. */
  readonly #values = new Map<string, Buffer | undefined>()
  readonly #deletedRanges: DeletedRange[] = []
  /** The values that later records give to an entry. */
  readonly #laterValues = new Map<string, (Buffer | undefined)[]>()
  readonly #laterRanges: DeletedRange[] = []

  get size(): number {
    return this.#values.size
  }

  take(payload: Buffer): void {
    for (const mutation of decodeMutations(payload)) {
      if (mutation.kind === 'deleteRange') this.#deleteRange(mutation)
      else this.#values.set(nameOf(mutation.key), valueOf(mutation))
    }
  }

  /** Takes a record that the store has not reached. */
  takeLater(payload: Buffer): void {
    for (const mutation of decodeMutations(payload)) {
      if (mutation.kind === 'deleteRange') this.#laterRanges.push(copyOf(mutation))
      else {
        const name = nameOf(mutation.key)
        const values = this.#laterValues.get(name) ?? []
        this.#laterValues.set(name, values)
        values.push(valueOf(mutation))
      }
    }
  }

  async compare(store: KeyValueStore): Promise<void> {
    const names = [...this.#values.keys()]
    for (let at = 0; at < names.length; at += KEYS_AT_ONCE) {
      const some = names.slice(at, at + KEYS_AT_ONCE)
      const found = await store.getMany(some.map((name) => Buffer.from(name, 'latin1')))
      for (const [index, name] of some.entries()) this.#compareOne(name, found[index])
    }
    for (const { start, end } of this.#deletedRanges)
      for await (const { key, value } of entriesIn(store, start, end)) this.#mustBePut(key, value)
  }

  /** Only valid if the log begins at its first record. */
  async compareWhole(store: KeyValueStore): Promise<void> {
    for await (const { key, value } of entriesIn(store, Buffer.alloc(0), STAMP_KEY))
      this.#mustBePut(key, value)
  }

  #deleteRange(range: DeletedRange): void {
    for (const name of this.#values.keys())
      if (isWithin(name, range)) this.#values.set(name, undefined)
    this.#deletedRanges.push(copyOf(range))
  }

  #compareOne(name: string, found: Buffer | undefined): void {
    const wanted = this.#values.get(name)
    if (isSame(found, wanted) || this.#isOfLater(name, found)) return
    const [has, should] = [found, wanted].map((value) => value?.toString('hex') ?? 'nothing')
    throw new LogDisagreementError(`${hexOf(name)} holds ${has}, the log says ${should}`)
  }

  #mustBePut(key: Buffer, value: Buffer): void {
    const name = nameOf(key)
    if (this.#values.get(name) === undefined && !this.#isOfLater(name, value))
      throw new LogDisagreementError(`no record has put ${hexOf(name)}`)
  }

  #isOfLater(name: string, found: Buffer | undefined): boolean {
    if (this.#laterValues.get(name)?.some((value) => isSame(found, value)) === true) return true
    return found === undefined && this.#laterRanges.some((range) => isWithin(name, range))
  }
}

function valueOf(mutation: KeyMutation): Buffer | undefined {
  return mutation.kind === 'put' ? Buffer.from(mutation.value) : undefined
}

function copyOf({ start, end }: DeletedRange): DeletedRange {
  return { start: Buffer.from(start), end: Buffer.from(end) }
}

function isWithin(name: string, { start, end }: DeletedRange): boolean {
  return name >= nameOf(start) && name < nameOf(end)
}

function isSame(found: Buffer | undefined, wanted: Buffer | undefined): boolean {
  return wanted === undefined ? found === undefined : found?.equals(wanted) === true
}

async function* entriesIn(store: KeyValueStore, start: Buffer, end: Buffer): AsyncGenerator<Entry> {
  const range = { start, end, reverse: false, batchEntries: KEYS_AT_ONCE }
  const iterator = store.iterate(range)
  try {
    for (let found = await iterator.next(); found.length > 0; found = await iterator.next())
      yield* found
  } finally {
    await iterator.close()
  }
}

function nameOf(key: Buffer): string {
  return key.toString('latin1')
}

function hexOf(name: string): string {
  return Buffer.from(name, 'latin1').toString('hex')
}
