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

/** The changes of one commit of an index. */
export interface IndexChange {
  /** No row occurs twice. */
  readonly rows: readonly IndexedRow[]
  /** The state of the index after the commit. */
  readonly state: IndexState
  /** Keys of index rows that no row of the main table has. */
  readonly surplus?: readonly Buffer[]
}

export interface IndexWriterEvents {
  /** Called when the index has visibly reached this state. */
  written(state: IndexState): void
  /** Called for each index row that is put, with its bytes in the store, or deleted. */
  wrote(key: Buffer, bytes: number): void
  /** Called when a write has failed, and with it all later ones; `settled` rejects with the reason. */
  failed(): void
}

/**
 * Writes the current rows of a global index and its new state in one commit. The previous index row is
 * looked up by the key of the main row, so that a repeated write, or one of an older version of the row,
 * leaves no stale rows.
 *
 * One commit waits for the log while the next is prepared on top of it. If the log loses the first, the
 * second must not become durable either, or the state would claim rows that the index lacks: so it expects
 * the head that the first has left.
 */
export class IndexWriter {
  readonly #store: PartitionStore
  readonly #table: number
  readonly #events: IndexWriterEvents
  /** The last commit, and its head while it is pending. */
  #last: Promise<void> = Promise.resolve()
  #head: number | undefined

  constructor(store: PartitionStore, table: number, events: IndexWriterEvents) {
    this.#store = store
    this.#table = table
    this.#events = events
  }

  /**
   * Resolves when the change is accepted and the one before is durable; rejects when that one was not
   * written. One call may run at a time.
   */
  async write(change: IndexChange): Promise<void> {
    const note = stateMutation(change.state)
    const mutations = await this.#mutationsOf(change, note)
    // Requests of clients may have taken all the room for commits that wait.
    await this.#store.room?.()
    this.#count(mutations)
    const before = this.#last
    // These two calls must run in one turn, so that the read sees this commit.
    const committing = this.#commit(mutations, this.#head)
    const reading = this.#store.read(this.#readOf([stateKey]))
    const written = this.#finish(change, note, committing, before)
    written.catch(() => this.#events.failed())
    this.#last = written
    const { head, values } = await reading
    const isAccepted = values[0] !== undefined && note.value?.equals(values[0]) === true
    const isPending = isAccepted && this.#store.capabilities.pipelined
    // After a durable commit the next one needs no expected head.
    this.#head = isPending ? head : undefined
    await (isPending ? before : written)
  }

  #count(mutations: readonly Mutation[]): void {
    for (const { key, value } of mutations) {
      if (key[0] === Space.ROWS) this.#events.wrote(key, key.length + (value?.length ?? 0))
    }
  }

  /** Resolves when all changes are durable. */
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
    // Partition-key values that share a slot of the heads conflict without touching each other's rows.
    if (outcome === 'conflict') await this.#writeAlone(change, note)
    this.#events.written(change.state)
  }

  /** Writes again without an expected head, once the previous commit is known to be durable. */
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
    const placeKeys = rows.map(({ key }) => placeKey(key))
    const { values } = await this.#store.read(this.#readOf(placeKeys))
    const mutations: Mutation[] = surplus.map((key) => ({ key, value: undefined }))
    for (const [at, { entry }] of rows.entries()) {
      const place = placeKeys[at]
      if (place !== undefined) addMutations(mutations, place, values[at], entry)
    }
    mutations.push(note)
    return mutations
  }

  #readOf(keys: readonly Buffer[]): PartitionRead {
    const place = { table: this.#table, partition: INDEX_PARTITION }
    return { ...place, keys, pending: true, bypassesCache: true }
  }
}

/** The key under which an index stores the key of its row for a row of the main table. */
const placeKey = (rowKey: Buffer): Buffer => {
  const key = Buffer.from(rowKey)
  key[0] = Space.INDEX_ROWS
  return key
}

/** `before` is the key of the current index row, if there is one. */
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
