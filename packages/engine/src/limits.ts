/** The table engine's own bounds; the service's limits are `limits` of the protocol. */
export const engineLimits = {
  // Tables
  /** Log bytes that an index may have passed since it last wrote down how far it has come. */
  INDEX_SILENT_LOG_BYTES: 1_048_576,
  /** Log bytes between two moves of an index's cursor, each of which waits for the disk. */
  INDEX_CURSOR_BYTES: 8 * 1_048_576,
  /** Stretches of the feed that an index follows between two slices of its build. */
  INDEX_BATCHES_PER_SLICE: 8,
  /** Slices of a build that the creation of an index waits for. */
  INDEX_SLICES_AWAITED: 4,
  /** Before the first new try after trouble; it doubles up to the second. */
  INDEX_RETRY_MS: 100,
  INDEX_RETRY_MS_MAX: 30_000,
  /** Looks at a row that seems to differ from its index. */
  INDEX_VERIFY_LOOKS: 3,
  /** Keys that a comparison names. */
  INDEX_VERIFY_KEYS_MAX: 100,
  /** So much of the time before may be caught up on at once. */
  THROTTLE_BURST_SECONDS: 1,
  /** Points of one reply, and looks at the keys for each of them. */
  SPLIT_POINTS_MAX: 1024,
  SPLIT_HALVINGS_MAX: 64,

  // Filters
  /** Classes such as \pL in one expression; each costs as much to compile as all the rest. */
  REGEX_UNICODE_CLASSES_MAX: 4,
  /** Size of the compiled expression times length of the value; 20 ms at the worst. */
  REGEX_STEPS_MAX: 1_000_000,

  // Local transactions
  /** What keeping its writes takes in memory; of all that are open together; their number. */
  TRANSACTION_MEMORY_BYTES_MAX: 32 * 1_048_576,
  TRANSACTIONS_MEMORY_BYTES_MAX: 256 * 1_048_576,
  TRANSACTIONS_MAX: 4096,
  /** Between two looks for what has expired. */
  TRANSACTION_CHECK_MS: 100,

  // Rows
  /** Column names that one table's name dictionary keeps numbers for. */
  COLUMN_NAMES_PER_TABLE: 4096,
  /** Larger rows are cut into column chunks. */
  ROW_INLINE_BYTES_MAX: 65_536,
  /** More waiters on one partition-key value are answered "Server is busy.". */
  LOCK_WAITERS_PER_PARTITION: 1024,
  /** A reply of BatchGetRow that has grown past this takes no more rows: they are answered busy. */
  BATCH_GET_BYTES_MAX: 128 * 1_048_576,
  /** Rows of a BatchGetRow that are read together. */
  BATCH_GET_ROWS_AT_ONCE: 25,
  /** Rows of one search that are read together. */
  SEARCH_ROWS_AT_ONCE: 100,
  /** Rows of one request that are written at a stretch; more of them let others go first in between. */
  DIRECT_WRITE_BYTES_MAX: 524_288,
  /** Memory that replies of single rows are cut from. */
  ROW_SCRATCH_BYTES: 65_536,
  /** Before a large row, for what an answer has before it. */
  REPLY_HEAD_BYTES: 64,
  /** What reading a page takes beside the replies of its rows: the page, its reply, what is read ahead. */
  PAGE_MEMORY_BYTES: 10 * 1_048_576,
  /** Larger memory of a page is not kept for the next ones. */
  PAGE_WRITER_KEPT_BYTES: 8 * 1_048_576,
  /** Memory of finished pages of ranges that is kept for the next ones. */
  PAGE_WRITERS_KEPT: 8,
  /**
   * Smaller replies are not worth keeping their memory for the next ones, nor more of it than this; nor are
   * they counted as memory in flight once they are made.
   */
  REPLY_MEMORY_BYTES_MIN: 32_768,
  REPLY_MEMORY_KEPT_BYTES: 32 * 1_048_576,
  /** What all running ranges and large replies together take of one turn of the event loop. */
  RANGES_TURN_MS_MAX: 0.5,

  // Tables and background work
  /** Table numbers that one durable write of their counter sets aside. */
  TABLE_NUMBERS_PER_RESERVATION: 16,
  /** A dropped table is swept once more after this time, when no request can still hold it. */
  DROPPED_TABLE_GRACE_MS: 120_000,
  /** A new time to live reaches older rows after this time, when no request can still hold the old one. */
  EXPIRY_BACKFILL_GRACE_MS: 120_000,
  /** Between two looks for dropped tables and expired versions. */
  BACKGROUND_INTERVAL_MS: 10_000,
  /** Rows that background work reads before it lets requests go first. */
  BACKGROUND_SLICE_ROWS: 128,
  /** Rows that background work changes at the same time. */
  BACKGROUND_ROWS_AT_ONCE: 16,

  // Partitions
  /** Rates of load lose half of their weight in this time. */
  PARTITION_LOAD_HALF_LIFE_SECONDS: 5,
  /** Minutes of load that a partition remembers. */
  PARTITION_HISTORY_MINUTES: 60,
  /** And all partitions together: 170 bytes each. */
  PARTITION_MINUTES_MAX: 262_144,
  /** The last minute is sampled in so many stretches beside the one that runs, with so many rows each. */
  PARTITION_SAMPLE_STRETCHES: 5,
  PARTITION_SAMPLES_PER_STRETCH: 64,
  /** With many partitions fewer each, so that a table has no more of a stretch, but never less than that. */
  PARTITION_SAMPLES_PER_TABLE: 16_384,
  PARTITION_SAMPLES_PER_STRETCH_MIN: 16,
  PARTITION_STRETCH_SECONDS: 10,
  /** Fewer say nothing about where the load lies. */
  PARTITION_SAMPLES_MIN: 32,
  PARTITIONS_PER_TABLE_MAX: 4096,
  /** Values that a report names for each partition. */
  PARTITION_HOTTEST_MAX: 5,
  /** Splits and merges that a table remembers. */
  PARTITION_EVENTS_MAX: 64,
  /** A partition that takes more splits, unless the operator has chosen another size. */
  PARTITION_BYTES_DEFAULT: 10 * 1_073_741_824,
  /** Capacity units per second, half of what a partition serves: one that stays above for so long splits. */
  PARTITION_HOT_UNITS_DEFAULT: 5000,
  PARTITION_HOT_SECONDS: 10,
  /** With less than this part of either bound, for so long, two neighbours merge. */
  PARTITION_COLD_PART: 16,
  PARTITION_MERGE_SECONDS: 1800,
  /** Between two looks at all partitions. */
  PARTITION_TICK_MS: 1000,
  /** Partitions whose size is asked of the store in one look. */
  PARTITION_MEASURES_PER_TICK: 64,
  PARTITION_MEASURE_SECONDS: 600,
  /** Measured anew when this part of their bound has been written. */
  PARTITION_MEASURED_PART: 8,
  /** Large partition-key values that have been warned of. */
  PARTITION_BIG_VALUES_MAX: 1024,

  // Commit log
  /** Appended and not yet durable; past it an append is answered "Server is busy.". */
  LOG_QUEUE_BYTES_MAX: 64 * 1_048_576,
  /** Records that are committed together; a larger record has a frame to itself. */
  LOG_FRAME_BYTES_MAX: 1_048_576,
  /** One record: a 100 MB row with its overhead. */
  LOG_RECORD_BYTES_MAX: 128 * 1_048_576,
  /** Larger records are written from the caller's buffer instead of being copied into the frame. */
  LOG_COPIED_RECORD_BYTES_MAX: 262_144,
  /** A segment that holds more than this is followed by a new one. */
  LOG_SEGMENT_BYTES: 64 * 1_048_576,
  /** Zeros written ahead of the end of the log, so that most syncs find their blocks in place. */
  LOG_PREALLOCATE_BYTES: 262_144,
  /** Segments that are no longer needed and are kept for reuse. */
  LOG_SPARE_SEGMENTS_MAX: 2,
  /** Read from a segment at once. */
  LOG_READ_BYTES: 1_048_576,
  /** A cursor that lags more than this no longer holds the log. */
  LOG_LAG_BYTES_MAX: 4 * 1_073_741_824,
  LOG_CURSORS_MAX: 4096,
  LOG_CURSOR_NAME_BYTES_MAX: 255,
  /** Spans of positions lost to a full disk that the log remembers for their waiters. */
  LOG_LOST_SPANS_MAX: 64,

  // Backup
  /** A wall clock that gains more at once has jumped, and is watched for a day, for it may be taken back. */
  CLOCK_JUMP_MS: 60_000,
  CLOCK_DOUBT_MS: 86_400_000,
  /** Written to a backup, or read from one, at once. */
  BACKUP_PIECE_BYTES: 1_048_576,
  /** A file of entries that is larger is followed by another. */
  BACKUP_FILE_BYTES: 256 * 1_048_576,
  /** Entries that the first step of a scan for a backup reads. */
  BACKUP_SCAN_ENTRIES: 256,
  /** Pieces of one segment of the log in a continuous backup; past it they become one. */
  BACKUP_LOG_PIECES_MAX: 16,

  // Partition store
  /** Larger values are read from the store every time. */
  ROW_CACHE_ENTRY_BYTES_MAX: 65_536,
  ROW_CACHE_ENTRIES_MAX: 8 * 1_048_576,
  /** Places for the last commits of partition-key values; sharing one may cause a spurious conflict. */
  PARTITION_HEADS_MAX: 1_048_576,
  /** Commits whose token is remembered. */
  COMMIT_TOKENS_MAX: 65_536,
  /** Commits that wait to become durable and visible; past it a commit is answered "Server is busy.". */
  PENDING_COMMIT_BYTES_MAX: 64 * 1_048_576,
  /** Visible commits gather up to so many bytes, or so long, before the store gets them in one batch. */
  APPLY_BYTES: 131_072,
  APPLY_MS: 5,
  /** Visible commits that the store lacks; past it a commit is acknowledged only once the store has it. */
  UNAPPLIED_BYTES_MAX: 8 * 1_048_576,
  /** A store that has applied nothing for so long is stuck: writes are refused until it applies again. */
  STORE_STALL_MS: 5_000,
  /** A read of several keys is repeated so often when commits keep passing it. */
  UNSTABLE_READS_MAX: 16,
  /** Log bytes between two flushes of the store, which bound the replay on start. */
  CHECKPOINT_BYTES: 128 * 1_048_576,
  /** Entries that a scan asks for first, however many its caller expects. */
  SCAN_FIRST_ENTRIES_MAX: 128,
  /** Visible commits that are kept in memory for followers; one that lags more reads the log. */
  RECENT_CHANGES_BYTES_MAX: 4 * 1_048_576,
  /** Log bytes that a follower is given at once; a larger record comes alone. */
  FEED_BATCH_BYTES: 262_144,
  /** Readings of the log that are kept open between batches, for followers at different places. */
  FEED_READERS_MAX: 4,
  /** Between two batches that are not full. */
  FEED_REST_MS: 10,
  /** Rows that are read at once when all rows of a table are processed. */
  FEED_SLICE_ROWS: 1024,
  /** What all followers together take of one turn of the event loop. */
  FEED_TURN_MS_MAX: 1,
  /** Log bytes that replay puts into one batch. */
  REPLAY_BATCH_BYTES: 1_048_576,

  // Requests
  /** Requests that wait for memory; and how long one waits until it is answered "Server is busy.". */
  MEMORY_WAITERS_MAX: 1024,
  MEMORY_WAIT_MS: 30_000,
  /** While others wait for memory, a client has so long for its reply, and the time that it takes beside. */
  REPLY_UNREAD_MS: 10_000,
  REPLY_BYTES_PER_SECOND_MIN: 1_048_576,
  /** Below this much free space writes are refused. */
  FREE_SPACE_BYTES_MIN: 256 * 1_048_576,

  // Search indexes
  /** How exactly, and for how many points in time, it is known what was visible then. */
  VISIBLE_SAMPLE_MS: 50,
  VISIBLE_SAMPLES_MAX: 4096,
} as const
