/** The bounds of the table engine; the service's limits are `limits` in the protocol package. */
export const engineLimits = {
  // Tables
  /** An index without changes stores its position after this many bytes of the log. */
  INDEX_SILENT_LOG_BYTES: 1_048_576,
  /** Log bytes between two moves of an index's cursor, because each waits for the disk. */
  INDEX_CURSOR_BYTES: 8 * 1_048_576,
  /** An index follows together with the others of its table when it is no further from them in the log. */
  INDEX_JOIN_BYTES: 1_048_576,
  /** Batches of the feed that an index follows alone after a failure. */
  INDEX_ALONE_BATCHES: 16,
  /** Batches of the feed that an index applies between two slices of its build. */
  INDEX_BATCHES_PER_SLICE: 8,
  /** Slices of a build that the creation of an index waits for. */
  INDEX_SLICES_AWAITED: 4,
  /**
   * A write to a table whose global index lags more is acknowledged when the index has followed: an eighth of
   * LOG_LAG_BYTES_MAX, past which it would be built anew.
   */
  INDEX_HELD_LAG_BYTES: 512 * 1_048_576,
  /** The longest that a write waits for indexes, and how long one may stand still until nothing does. */
  INDEX_HELD_MS_MAX: 5_000,
  /** An index that lags more gains this part of what it follows on the writes. */
  INDEX_GAIN_PART: 8,
  /** The delay before the first retry after trouble; it doubles up to the maximum. */
  INDEX_RETRY_MS: 100,
  INDEX_RETRY_MS_MAX: 30_000,
  /** How often a row that seems to differ from its index is compared. */
  INDEX_VERIFY_LOOKS: 3,
  /** Keys that a verification lists. */
  INDEX_VERIFY_KEYS_MAX: 100,
  /** Unused units accumulate for this long. */
  THROTTLE_BURST_SECONDS: 1,
  /** Split points in one reply, and steps of the search for each of them. */
  SPLIT_POINTS_MAX: 1024,
  SPLIT_HALVINGS_MAX: 64,

  // Filters
  /** Classes such as \pL in one expression; each takes as long to compile as all the rest. */
  REGEX_UNICODE_CLASSES_MAX: 4,
  /** The size of the compiled expression times the length of the value, which takes 20 ms at worst. */
  REGEX_STEPS_MAX: 1_000_000,

  // Local transactions
  /** Memory for the writes of one transaction and of all open ones together, and their number. */
  TRANSACTION_MEMORY_BYTES_MAX: 32 * 1_048_576,
  TRANSACTIONS_MEMORY_BYTES_MAX: 256 * 1_048_576,
  TRANSACTIONS_MAX: 4096,
  /** The interval between two checks for expired transactions. */
  TRANSACTION_CHECK_MS: 100,

  // Rows
  /** Column names in the dictionary of one table. */
  COLUMN_NAMES_PER_TABLE: 4096,
  /** Larger rows are chunked. */
  ROW_INLINE_BYTES_MAX: 65_536,
  /**
   * Past this number of waiters on one partition-key value, requests are refused with "Server is busy.".
   */
  LOCK_WAITERS_PER_PARTITION: 1024,
  /** Once a reply of BatchGetRow is larger, its other rows fail with the busy error. */
  BATCH_GET_BYTES_MAX: 128 * 1_048_576,
  /** Rows of a BatchGetRow that are read together. */
  BATCH_GET_ROWS_AT_ONCE: 25,
  /** Rows of one search that are read together. */
  SEARCH_ROWS_AT_ONCE: 100,
  /**
   * Bytes of one request whose rows are written without yielding; a larger request goes the general way.
   */
  DIRECT_WRITE_BYTES_MAX: 524_288,
  /** Memory that is shared by replies of single rows. */
  ROW_SCRATCH_BYTES: 65_536,
  /** Room before a large row for the head of its reply. */
  REPLY_HEAD_BYTES: 64,
  /** The memory of one page of a range: the page, its reply, and rows that are read ahead. */
  PAGE_MEMORY_BYTES: 10 * 1_048_576,
  /** Pages larger than a scan's first batch that are read at the same time. */
  LARGE_PAGES_AT_ONCE: 4,
  /** The memory of a larger page is not kept for reuse. */
  PAGE_WRITER_KEPT_BYTES: 8 * 1_048_576,
  /** Memory of finished pages that is kept for reuse, in pages. */
  PAGE_WRITERS_KEPT: 8,
  /**
   * The memory of smaller replies is not kept for reuse, nor counted as memory in flight once they are
   * made. The second bound is that of all memory kept for reuse.
   */
  REPLY_MEMORY_BYTES_MIN: 32_768,
  REPLY_MEMORY_KEPT_BYTES: 32 * 1_048_576,

  // Tables and background work
  /** Table ids that one durable write of their counter reserves. */
  TABLE_NUMBERS_PER_RESERVATION: 16,
  /** A dropped table is swept again after this time, when no request can still use it. */
  DROPPED_TABLE_GRACE_MS: 120_000,
  /**
   * A new time to live is applied to older rows after this time, when no request can still use the old
   * one.
   */
  EXPIRY_BACKFILL_GRACE_MS: 120_000,
  /** The interval between two runs that look for dropped tables and expired versions. */
  BACKGROUND_INTERVAL_MS: 10_000,
  /** Rows that background work reads before it yields to requests. */
  BACKGROUND_SLICE_ROWS: 128,
  /** Rows that background work changes at the same time. */
  BACKGROUND_ROWS_AT_ONCE: 16,

  // Partitions
  /** The half-life of the rates of load. */
  PARTITION_LOAD_HALF_LIFE_SECONDS: 5,
  /** Minutes of load that a partition keeps. */
  PARTITION_HISTORY_MINUTES: 60,
  /** Minutes that all partitions keep together, of 170 bytes each. */
  PARTITION_MINUTES_MAX: 262_144,
  /** The last minute is sampled in this many stretches beside the current one, with this many rows each. */
  PARTITION_SAMPLE_STRETCHES: 5,
  PARTITION_SAMPLES_PER_STRETCH: 64,
  /**
   * With many partitions each keeps fewer samples, so that a table has no more per stretch, but at least
   * the minimum.
   */
  PARTITION_SAMPLES_PER_TABLE: 16_384,
  PARTITION_SAMPLES_PER_STRETCH_MIN: 16,
  PARTITION_STRETCH_SECONDS: 10,
  /** Fewer samples say nothing about the distribution of the load. */
  PARTITION_SAMPLES_MIN: 32,
  /**
   * A hot value is sampled so often. Of 16 samples of 1,000 equal values two are alike in 11 % of cases,
   * three in 0.1 %.
   */
  PARTITION_HOT_SAMPLES_MIN: 3,
  PARTITIONS_PER_TABLE_MAX: 4096,
  /** Partition-key values that a report lists for each partition. */
  PARTITION_HOTTEST_MAX: 5,
  /** Of past minutes, so many values of all partitions together, each of about 100 bytes and its key. */
  PARTITION_HOT_VALUES_MAX: 32_768,
  /** Partitions whose last minute is looked at in one round. */
  PARTITION_HOT_MINUTES_PER_TICK: 64,
  /** Splits and merges that the catalogue keeps for a table. */
  PARTITION_EVENTS_MAX: 64,
  /** A larger partition is split, unless the operator has configured another size. */
  PARTITION_BYTES_DEFAULT: 10 * 1_073_741_824,
  /**
   * Capacity units per second, half of what a partition serves. A partition that stays above for this long
   * is split.
   */
  PARTITION_HOT_UNITS_DEFAULT: 5000,
  PARTITION_HOT_SECONDS: 10,
  /** Two neighbours are merged when both stay below this part of both bounds for this long. */
  PARTITION_COLD_PART: 16,
  PARTITION_MERGE_SECONDS: 1800,
  /** The interval between two rounds over all partitions. */
  PARTITION_TICK_MS: 1000,
  /** Partitions that are measured in one round. */
  PARTITION_MEASURES_PER_TICK: 64,
  PARTITION_MEASURE_SECONDS: 600,
  /** A partition is measured again when this part of its bound has been written. */
  PARTITION_MEASURED_PART: 8,
  /** Large partition-key values that are remembered as reported. */
  PARTITION_BIG_VALUES_MAX: 1024,

  // Commit log
  /**
   * Appended bytes that are not yet durable; past the bound, appends are refused with "Server is busy.".
   */
  LOG_QUEUE_BYTES_MAX: 64 * 1_048_576,
  /** The size of a frame of several records; a larger record has a frame of its own. */
  LOG_FRAME_BYTES_MAX: 1_048_576,
  /** The size of one record, enough for a row of 100 MB with its overhead. */
  LOG_RECORD_BYTES_MAX: 128 * 1_048_576,
  /** Larger records are written from the caller's buffer instead of being copied into the frame. */
  LOG_COPIED_RECORD_BYTES_MAX: 262_144,
  /** A segment that is larger is followed by a new one. */
  LOG_SEGMENT_BYTES: 64 * 1_048_576,
  /** Zeros are written ahead of the end of the log, so that most syncs allocate no blocks. */
  LOG_PREALLOCATE_BYTES: 262_144,
  /** Unneeded segments that are kept for reuse. */
  LOG_SPARE_SEGMENTS_MAX: 2,
  /** The size of one read from a segment. */
  LOG_READ_BYTES: 1_048_576,
  /** A cursor that lags more no longer keeps the log from being trimmed. */
  LOG_LAG_BYTES_MAX: 4 * 1_073_741_824,
  LOG_CURSORS_MAX: 4096,
  LOG_CURSOR_NAME_BYTES_MAX: 255,
  /** Spans of positions that were lost to a full disk and are remembered for their waiters. */
  LOG_LOST_SPANS_MAX: 64,

  // Backup
  /**
   * A wall clock that gains more at once has jumped. It is watched for a day, because the jump may be
   * reverted.
   */
  CLOCK_JUMP_MS: 60_000,
  CLOCK_DOUBT_MS: 86_400_000,
  /** The size of one write to a backup, or one read from it. */
  BACKUP_PIECE_BYTES: 1_048_576,
  /** A file of entries that is larger is followed by another. */
  BACKUP_FILE_BYTES: 256 * 1_048_576,
  /** Entries that the first step of a scan for a backup reads. */
  BACKUP_SCAN_ENTRIES: 256,
  /** Pieces of one segment of the log in a continuous backup; past the bound they are combined. */
  BACKUP_LOG_PIECES_MAX: 16,

  // Partition store
  /**
   * What rows take beside caches and memtables: commits on their way into the store, heads, and what
   * garbage and the gaps of the allocator hold of them. The others have the rest of the memory for rows.
   */
  WORKING_BYTES_MAX: 96 * 1_048_576,
  /** It takes this part of that memory at most. */
  WORKING_PART: 3 / 8,
  /** Larger values are not cached. */
  ROW_CACHE_ENTRY_BYTES_MAX: 65_536,
  /** The cache has a bucket for each so many bytes, takes memory in such segments, and at most this. */
  ROW_CACHE_ROW_BYTES: 256,
  ROW_CACHE_SEGMENT_BYTES: 262_144,
  ROW_CACHE_SEGMENTS_MIN: 8,
  ROW_CACHE_BYTES_MAX: 8 * 1_073_741_824,
  /**
   * Slots for the heads of partition-key values; two values in one slot may cause a spurious conflict.
   */
  PARTITION_HEADS_MAX: 1_048_576,
  /** Commits whose tokens are remembered. */
  COMMIT_TOKENS_MAX: 65_536,
  /**
   * Commits that are not yet durable and visible; past the bound, commits are refused with "Server is
   * busy.".
   */
  PENDING_COMMIT_BYTES_MAX: 64 * 1_048_576,
  /**
   * Visible commits are collected up to this many bytes, or for this long, and then applied in one batch.
   */
  APPLY_BYTES: 131_072,
  APPLY_MS: 5,
  /** A batch for the store ends behind so many bytes: its objects should not outlive their generation. */
  APPLY_BATCH_BYTES_MAX: 1_048_576,
  /**
   * Visible commits that the store lacks; past the bound, a commit is acknowledged only once the store
   * has it.
   */
  UNAPPLIED_BYTES_MAX: 8 * 1_048_576,
  /** The memory of smaller records is not used again. The second bound is that of all that is kept for it. */
  RECORD_MEMORY_BYTES_MIN: 16_384,
  RECORD_MEMORY_KEPT_BYTES: 4 * 1_048_576,
  /** A store that has applied nothing for this long is stalled: writes are refused until it applies again. */
  STORE_STALL_MS: 5_000,
  /** How often a read of several keys is repeated when commits interfere with it. */
  UNSTABLE_READS_MAX: 16,
  /** Log bytes between two checkpoints, which bound the replay at a start. */
  CHECKPOINT_BYTES: 128 * 1_048_576,
  /** Entries of the first batch of a scan, however many its caller expects. */
  SCAN_FIRST_ENTRIES_MAX: 128,
  /** Visible commits that are kept in memory for followers; one that lags more reads the log. */
  RECENT_CHANGES_BYTES_MAX: 4 * 1_048_576,
  /** Log bytes in one batch for a follower; a larger record is a batch of its own. */
  FEED_BATCH_BYTES: 262_144,
  /** Readers of the log that are kept open between batches, for followers at different positions. */
  FEED_READERS_MAX: 4,
  /** The pause between two batches that are not full. */
  FEED_REST_MS: 10,
  /** Rows in one slice when all rows of a table are processed. */
  FEED_SLICE_ROWS: 1024,
  /** The share of all followers in one turn of the event loop. */
  FEED_TURN_MS_MAX: 1,
  /** Log bytes in one batch of a replay. */
  REPLAY_BATCH_BYTES: 1_048_576,

  // Requests
  /** Requests that wait for memory, and how long one waits until it is refused with "Server is busy.". */
  MEMORY_WAITERS_MAX: 1024,
  MEMORY_WAIT_MS: 30_000,
  /**
   * While others wait for memory, a client gets this time to read its reply, and more by the size of the
   * reply.
   */
  REPLY_UNREAD_MS: 10_000,
  REPLY_BYTES_PER_SECOND_MIN: 1_048_576,
  /** Writes are refused below this much free space. */
  FREE_SPACE_BYTES_MIN: 256 * 1_048_576,

  // Search indexes
  /**
   * The times at which positions became visible are sampled at this interval, and this many samples are
   * kept.
   */
  VISIBLE_SAMPLE_MS: 50,
  VISIBLE_SAMPLES_MAX: 4096,
} as const
