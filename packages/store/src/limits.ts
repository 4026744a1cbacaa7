/** Bounds of the stores and of the data folder. */
export const storeLimits = {
  /** Bytes in the write buffers while sizes are estimated; more are flushed to files first. */
  UNMEASURED_BYTES_MAX: 2 * 1_048_576,
  /** Entries of one batch of an iterator, and roughly their bytes. */
  ITERATOR_BATCH_ENTRIES_MAX: 128,
  ITERATOR_BATCH_BYTES: 262_144,
  /** Batches of iterators that are read at the same time. */
  SCANS_AT_ONCE: 2,
  /**
   * Gets that share one native call. Each call wakes a thread, and one thread reads its keys one by one.
   */
  READ_BATCH_KEYS_MAX: 32,
  /** A key that takes longer must come from the disk. The second is the time that waking a thread takes. */
  READ_KEY_SLOW_MS: 0.05,
  READ_WAKE_MS: 0.1,
  /**
   * The time that the keys of a batch may take together when they come from the disk, if there are threads
   * for more batches.
   */
  READ_BATCH_WAIT_MS: 0.4,
  READ_BATCHES_AT_ONCE: 14,
  /** With so many batches in progress, gets are not spread over more of them. */
  READ_BATCHES_CROWD: 8,
  /** Blocks of 512 bytes that the system counts for a key that comes from the disk. */
  READ_KEY_BLOCKS: 16,
  /**
   * A batch of at least so many keys shows how long one key takes. The second is the interval of such
   * batches in turns.
   */
  READ_BATCH_KEYS_TOLD: 4,
  READ_PROBE_TURNS: 8,
  /** Mutations that the memory store applies before it checks the time, and roughly their bytes. */
  MEMORY_STORE_STEP_ENTRIES: 64,
  MEMORY_STORE_STEP_BYTES: 131_072,
  /** Waiting batches are joined in one native write up to this many mutations. */
  STORE_WRITE_MUTATIONS: 16_384,
  /**
   * Disk space reserved for a start that finds none free. A start after a crash writes the contents of two
   * write buffers, 64 MB each, before it removes their log, and a little for itself.
   */
  RESERVE_BYTES: 160 * 1_048_576,
  /** The reserve grows by this at each check of the free space. */
  RESERVE_PIECE_BYTES: 4 * 1_048_576,

  // Migration to another store, and restores
  /** Memory of a store that is filled offline. */
  FILLED_STORE_MEMORY_BYTES: 256 * 1_048_576,
  MIGRATION_BATCH_BYTES: 4 * 1_048_576,
  /** Read first; how many follow depends on their size. */
  MIGRATION_FIRST_ENTRIES: 8,
  /** A migration that is killed begins again at most two flushes before the end of what it had copied. */
  MIGRATION_FLUSH_BYTES: 32 * 1_048_576,
  /** The old store's bytes this many times: one kind compresses entries, and merges write them once more. */
  MIGRATION_SPACE_FACTOR: 2,

  // Own store
  /**
   * A slot of the block cache, and what a block of a table takes at most before it is compressed, unless one
   * entry is larger. Smaller ones are read faster, and larger ones are compressed better.
   */
  BLOCK_SLOT_BYTES: 8192,
  /** The cache takes its memory in slabs of this size. */
  BLOCK_SLAB_BYTES: 64 * 1_048_576,
  /** A walk that goes on reads so much ahead with one read: this first, then twice as much each time. */
  READ_AHEAD_BYTES: 32_768,
  READ_AHEAD_BYTES_MAX: 262_144,
  /** One reading ahead takes at most such a share of the slots. */
  READ_AHEAD_SLOTS_SHARE: 8,
  /** Threads that read blocks of tables, and how many blocks one is given at once. */
  BLOCK_READING_THREADS: 2,
  READ_BOARD_BLOCKS: 256,
  /** The young generation of each thread of the store, which makes few objects. */
  THREAD_YOUNG_MB: 6,
  /** Fewer reads are not shared out to several threads, and wait so many turns of the loop for more. */
  READ_BATCH_BLOCKS_MIN: 8,
  READ_GATHER_TURNS: 3,
  /**
   * A block that is read at once and takes longer came from the disk: one of the page cache takes a few
   * microseconds. The next reads are left to threads, between these numbers of them.
   */
  READ_AT_ONCE_SLOW_MS: 0.2,
  /** One up to here was held up by a busy processor alone if the system has read nothing from disks. */
  READ_AT_ONCE_HELD_UP_MS: 20,
  /**
   * At most one of so many reads is held up so; more are of a disk whose reads nothing counts, such as one of
   * another machine. So many may come in a row.
   */
  READS_A_HELD_UP_ONE: 32,
  READS_HELD_UP_MAX: 8,
  READS_LEFT_MIN: 16,
  READS_LEFT_MAX: 16_384,
  READS_LEFT_GROWTH: 4,
  /** So many fast reads in a row make the next pause shorter again. */
  READS_AT_ONCE_IN_ROW: 512,
  /** Buffers that reads give back for the next ones. */
  READ_BUFFERS_KEPT: 8,
  /** Memory of scans' batches that is kept for the next scans, of `ITERATOR_BATCH_BYTES` each. */
  SCAN_BUFFERS_KEPT: 32,
  /** A block is compressed when it is not larger than this share of what it was: reads pay for it. */
  COMPRESSED_SHARE_MAX: 0.8,
  /** So many blocks at most are left plain, without a try, where the ones before did not become smaller. */
  UNCOMPRESSED_BLOCKS_MAX: 31,
  /** A new table is written in pieces of this size, and verified in such. */
  TABLE_WRITE_BYTES: 262_144,
  TABLE_VERIFY_BYTES: 1_048_576,
  /** Read at once from the end of a table that is opened: more than footer and top index usually take. */
  TABLE_TAIL_BYTES: 16_384,
  /** The least memory of a store, and of its write buffers and its block cache. */
  STORE_MEMORY_BYTES_MIN: 48 * 1_048_576,
  WRITE_BUFFER_BYTES_MIN: 4 * 1_048_576,
  BLOCK_CACHE_BYTES_MIN: 4 * 1_048_576,
  /** Memory of one memtable; a batch that is larger gets one of its own size. */
  MEMTABLE_BYTES: 64 * 1_048_576,
  /** Full memtables that may wait for their flush. With more, writes wait. */
  FROZEN_MEMTABLES_MAX: 2,
  /** Mutations of a batch that are applied before others have their turn. */
  APPLY_STEP_MUTATIONS: 64,
  /** So many entries that nobody wants a scan passes by before others have their turn. */
  SCAN_STEPS_MAX: 512,
  /** A scan passes by so many entries of a deleted range before it looks for the end of the range. */
  HIDDEN_ENTRIES_STEPS: 8,
  /**
   * A table of a merge takes this part of the merge within the bounds: it is a slice, and what the slice has
   * read goes with it.
   */
  MERGE_SLICES: 16,
  TABLE_FILE_BYTES_MIN: 32 * 1_048_576,
  TABLE_FILE_BYTES_MAX: 256 * 1_048_576,
  /** A table is written anew when range tombstones hide this part of it, so long after a range delete. */
  HIDDEN_PART: 8,
  FREE_HIDDEN_MS: 30_000,
  /** Behind each slice of a merge so many blocks at most are read that readers use, and so many at once. */
  WARM_BLOCKS_MAX: 4096,
  WARM_BLOCKS_AT_ONCE: 64,
  /** The block cache of merges. */
  MERGE_CACHE_BYTES: 8 * 1_048_576,
  /** So many runs of about one size are merged; none is larger than the newest by more than the factor. */
  MERGE_RUNS: 8,
  MERGE_SIZE_RATIO: 4,
  /** A store at rest is merged into one run when the newer runs have this part of the last run's size. */
  MERGE_IDLE_PART: 8,
  MERGE_IDLE_MS: 30_000,
  /** How much lower the priority of the thread that merges is. */
  MERGE_NICENESS: 5,
  /** With more runs each batch is delayed by a millisecond for each of them, up to the second bound. */
  RUNS_MAX: 64,
  WRITE_DELAY_MS_MAX: 100,
  /** Before a failed flush or merge is tried again. */
  STORE_RETRY_MS: 100,
  STORE_RETRY_MS_MAX: 5_000,
} as const
