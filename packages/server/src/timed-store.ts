import type {
  ChangeRecord,
  CommitOutcome,
  EntryScan,
  PartitionCommit,
  PartitionRead,
  PartitionSnapshot,
  PartitionStore,
  PartitionStoreCapabilities,
  PartitionView,
  ScanRange,
  ValueAtHead,
} from '@rowhouse/engine'
import { invariant } from '@rowhouse/platform'
import type { Stages } from './stages.js'

/** The partition store of one write request, which measures the time of its commits. */
export class TimedStore implements PartitionStore {
  readonly #store: PartitionStore
  readonly #stages: Stages
  readonly commitWritten: PartitionStore['commitWritten']

  constructor(store: PartitionStore, stages: Stages) {
    this.#store = store
    this.#stages = stages
    this.commitWritten = store.commitWritten === undefined ? undefined : this.#commitWritten
  }

  get capabilities(): PartitionStoreCapabilities {
    return this.#store.capabilities
  }

  async commit(commit: PartitionCommit): Promise<CommitOutcome> {
    this.#stages.commitStarts()
    try {
      return await this.#store.commit(commit)
    } finally {
      this.#stages.commitEnds()
    }
  }

  async commitMany(commits: readonly PartitionCommit[]): Promise<readonly CommitOutcome[]> {
    this.#stages.commitStarts()
    try {
      return await this.#store.commitMany(commits)
    } finally {
      this.#stages.commitEnds()
    }
  }

  /** Takes no frame of an async function, of which each write would make several objects. */
  #commitWritten(record: Buffer): Promise<CommitOutcome> {
    this.#stages.commitStarts()
    const ends = (): void => this.#stages.commitEnds()
    const committed = this.#store.commitWritten?.(record)
    invariant(committed !== undefined, 'offered only where the store does')
    committed.then(ends, ends)
    return committed
  }

  async settled(head: number): Promise<void> {
    this.#stages.commitStarts()
    try {
      await this.#store.settled(head)
    } finally {
      this.#stages.commitEnds()
    }
  }

  read(read: PartitionRead): Promise<PartitionView> {
    return this.#store.read(read)
  }

  /** Without it no write would be decided in the turn in which it arrives. */
  readAtOnce(table: number, partition: Buffer, key: Buffer): ValueAtHead | undefined {
    return this.#store.readAtOnce?.(table, partition, key)
  }

  scan(range: ScanRange): EntryScan {
    return this.#store.scan(range)
  }

  snapshot(): Promise<PartitionSnapshot> {
    return this.#store.snapshot()
  }

  changes(from: number, isWanted?: (table: number) => boolean): AsyncIterable<ChangeRecord> {
    return this.#store.changes(from, isWanted)
  }

  get visibleEnd(): number {
    return this.#store.visibleEnd
  }

  onVisible(listener: () => void): () => void {
    return this.#store.onVisible(listener)
  }

  synced(): Promise<void> {
    return this.#store.synced()
  }

  setCursor(name: string, position: number): Promise<void> {
    return this.#store.setCursor(name, position)
  }

  removeCursor(name: string): Promise<void> {
    return this.#store.removeCursor(name)
  }

  cursors(): ReadonlyMap<string, number> {
    return this.#store.cursors()
  }

  deleteRange(table: number, start: Buffer, end: Buffer): Promise<void> {
    return this.#store.deleteRange(table, start, end)
  }

  approximateSize(table: number, start: Buffer, end: Buffer, most?: number): Promise<number> {
    return this.#store.approximateSize(table, start, end, most)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  figures(): Promise<Readonly<Record<string, number>>> {
    return this.#store.figures()
  }
}
