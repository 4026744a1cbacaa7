/** The part of rocksdb-native 3.18.1 that the store uses; the package has no types of its own. */
declare module 'rocksdb-native' {
  class RocksDB {
    constructor(path: string, options?: RocksDB.Options)
    ready(): Promise<void>
    close(): Promise<void>
    read(options?: RocksDB.BatchOptions): RocksDB.ReadBatch
    write(options?: RocksDB.BatchOptions): RocksDB.WriteBatch
    iterator(range: RocksDB.Range): RocksDB.NativeIterator
    /** A session that sees the database as it is now, until it and its iterators are closed. */
    snapshot(): RocksDB
    flush(): Promise<void>
    approximateSize(
      start: Uint8Array,
      end: Uint8Array,
      options?: { includeMemtables?: boolean; includeFiles?: boolean },
    ): Promise<number>
    /** The public `compactRange` takes an `end` of bytes for its options. */
    readonly _state: {
      compactRange(
        db: RocksDB,
        start: Uint8Array,
        end: Uint8Array,
        options: Record<string, never>,
      ): Promise<void>
    }
    /** Undefined when there is no property with this name. */
    getProperty(name: string): Promise<string | null | undefined>
  }

  namespace RocksDB {
    interface Options {
      readonly maxBackgroundJobs?: number
      readonly bytesPerSync?: number
      readonly maxOpenFiles?: number
      readonly tableBlockSize?: number
      /** False keeps index and filter blocks outside the block cache, as long as a table is open. */
      readonly tableCacheIndexAndFilterBlocks?: boolean
      readonly writeBufferSize?: number
      readonly maxWriteBufferNumber?: number
    }

    interface BatchOptions {
      readonly capacity?: number
      /** Gives the batch back for reuse when it has finished. */
      readonly autoDestroy?: boolean
    }

    interface ReadBatch {
      get(key: Uint8Array): Promise<Buffer | null>
      flush(): Promise<void>
      tryFlush(): void
    }

    interface WriteBatch {
      tryPut(key: Uint8Array, value: Uint8Array): void
      tryDelete(key: Uint8Array): void
      tryDeleteRange(start: Uint8Array, end: Uint8Array): void
      /** May be filled and flushed again when it has resolved or rejected. */
      flush(): Promise<void>
      /** The store waits for it before it closes. */
      destroy(): void
    }

    interface Range {
      readonly gte: Uint8Array
      readonly lt: Uint8Array
      readonly reverse?: boolean
      readonly capacity?: number
      /** False reads keys only. */
      readonly values?: boolean
    }

    type Callback = (error?: Error | null) => void

    /**
     * A streamx Readable. Its hooks are declared because the store calls them itself: one call is one
     * native call, where the stream reads ahead.
     */
    interface NativeIterator {
      _capacity: number
      /** Gives the native side room for `_capacity` entries. */
      _resize(): void
      _open(done: Callback): void
      /** Calls `_onread`, then `done`. */
      _read(done: Callback): void
      _destroy(done: Callback): void
      /** Called by the native side; calls `push` for every entry and with null at the end. */
      _onread(
        error: Error | null | undefined,
        keys: readonly ArrayBuffer[],
        values: readonly ArrayBuffer[],
      ): void
      push(entry: { readonly key: Buffer; readonly value: Buffer } | null): boolean
    }
  }

  export = RocksDB
}
