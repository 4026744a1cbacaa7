import { invariant } from '@rowhouse/platform'
import { Space } from '../keys/spaces.js'
import type {
  CommitOutcome,
  Mutation,
  PartitionRead,
  PartitionStore,
} from '../partitions/partition-store.js'
import type { IndexedRow } from './index-imager.js'
import type { IndexEntry } from '../tables/index-projection.js'
import { INDEX_PARTITION, type IndexState, stateKey, stateMutation } from './index-state.js'

/** What one commit makes of an index. */
export interface IndexChange {
  /** Of rows that come several times the last counts. */
  readonly rows: readonly IndexedRow[]
  /** How far it brings the index. */
  readonly state: IndexState
  /** Keys of index rows that are none of any row. */
  readonly surplus?: readonly Buffer[]
}

export interface IndexWriterEvents {
  /** The index has come this far, for everybody to see. */
  written(state: IndexState): void
  /** Nothing that was given to the writer since is written; `settled` rejects with the reason. */
  failed(): void
}

/**
 * Makes the rows of a global index what they are now, and notes how far that has brought the index: all in
 * one commit. Which row the index had before is found by the key of the main row, so that doing it again,
 * or over rows from anywhere in time, leaves nothing behind.
 *
 * One commit waits for the log while the next is made on top of it. Should the log lose the first, the
 * second must not become durable either, or the index would believe to have what it has not: it demands the
 * head that the first has left.
 */
export class IndexWriter {
  readonly #store: PartitionStore
  readonly #table: number
  readonly #events: IndexWriterEvents
  /** The commit that has been made last, and the head that it has left while it is pending. */
  #last: Promise<void> = Promise.resolve()
  #head: number | undefined

  constructor(store: PartitionStore, table: number, events: IndexWriterEvents) {
    this.#store = store
    this.#table = table
    this.#events = events
  }

  /**
   * Resolves when the change is on its way and the one before is durable; rejects when that was not
   * written. One call at a time.
   */
  async write(change: IndexChange): Promise<void> {
    const note = stateMutation(change.state)
    const mutations = await this.#mutationsOf(change, note)
    const before = this.#last
    // Between these two calls nothing else can happen.
    const committing = this.#commit(mutations, this.#head)
    const reading = this.#store.read(this.#readOf([stateKey]))
    const written = this.#finish(change, note, committing, before)
    written.catch(() => this.#events.failed())
    this.#last = written
    const { head, values } = await reading
    const isAccepted = values[0] !== undefined && note.value?.equals(values[0]) === true
    const isPending = isAccepted && this.#store.capabilities.pipelined
    // Behind what is known to be there the next commit has nothing to demand.
    this.#head = isPending ? head : undefined
    await (isPending ? before : written)
  }

  /** Resolves when all that was written is durable. */
  settled(): Promise<void> {
    return this.#last
  }

  async #finish(
    change: IndexChange,
    note: Mutation,
    committing: Promise<CommitOutcome>,
    before: Promise<void>,
  ): Promise<void> {
    const [outcome] = await Promise.all([committing, before])
    // Values that share a place among the heads meet without touching each other's rows.
    if (outcome === 'conflict') await this.#writeAlone(change, note)
    this.#events.written(change.state)
  }

  /** Once more, when the commit before is known to be there. */
  async #writeAlone(change: IndexChange, note: Mutation): Promise<void> {
    const outcome = await this.#commit(await this.#mutationsOf(change, note), undefined)
    invariant(outcome === 'committed', 'a commit without an expected head has no conflict')
  }

  #commit(
    mutations: readonly Mutation[],
    expectedHead: number | undefined,
  ): Promise<CommitOutcome> {
    return this.#store.commit({
      table: this.#table,
      partition: INDEX_PARTITION,
      expectedHead,
      token: undefined,
      mutations,
      record: undefined,
    })
  }

  async #mutationsOf({ rows, surplus = [] }: IndexChange, note: Mutation): Promise<Mutation[]> {
    const newest = new Map<string, IndexedRow>()
    for (const row of rows) newest.set(row.key.toString('latin1'), row)
    const changed = [...newest.values()]
    const placeKeys = changed.map(({ key }) => placeKey(key))
    const { values } = await this.#store.read(this.#readOf(placeKeys))
    const mutations: Mutation[] = surplus.map((key) => ({ key, value: undefined }))
    for (const [at, { entry }] of changed.entries()) {
      const place = placeKeys[at]
      if (place !== undefined) addMutations(mutations, place, values[at], entry)
    }
    mutations.push(note)
    return mutations
  }

  #readOf(keys: readonly Buffer[]): PartitionRead {
    const place = { table: this.#table, partition: INDEX_PARTITION }
    return { ...place, keys, pending: true, isPassing: true }
  }
}

/** Where an index keeps which row it has for a row of the main table. */
const placeKey = (rowKey: Buffer): Buffer => {
  const key = Buffer.from(rowKey)
  key[0] = Space.INDEX_ROWS
  return key
}

/** `before` is the key of the index row that there is. */
const addMutations = (
  mutations: Mutation[],
  place: Buffer,
  before: Buffer | undefined,
  entry: IndexEntry | undefined,
): void => {
  if (entry === undefined) {
    if (before === undefined) return
    mutations.push({ key: before, value: undefined }, { key: place, value: undefined })
    return
  }
  const isSame = before?.equals(entry.key) ?? false
  if (before !== undefined && !isSame) mutations.push({ key: before, value: undefined })
  mutations.push({ key: entry.key, value: entry.value })
  if (!isSame) mutations.push({ key: place, value: entry.key })
}
