import { searchLimits } from './search-limits.js'

const INT64_MAX = 9223372036854775807n

/**
 * Every bound in one place. The first part mirrors the service's published limits (its "Limits"
 * pages, and where the SDK tests assert another number, theirs); the last part is our own.
 */
export const limits = {
  // Names
  /** Table, index and column names, in bytes; at least 1. */
  NAME_BYTES_MAX: 255,
  INSTANCE_NAME_BYTES_MIN: 3,
  INSTANCE_NAME_BYTES_MAX: 16,

  // Tables
  /** Index tables included. */
  TABLES_PER_INSTANCE_MAX: 64,
  TABLE_OPERATIONS_PER_SECOND_MAX: 10,
  PRIMARY_KEY_COLUMNS_MAX: 4,
  DEFINED_COLUMNS_MAX: 32,
  INDEXES_PER_TABLE_MAX: 5,
  INDEX_PRIMARY_KEY_COLUMNS_MAX: 4,
  /** After completion with the table's own key columns. */
  INDEX_PRIMARY_KEY_COLUMNS_TOTAL_MAX: 8,
  INDEX_ATTRIBUTE_COLUMNS_MAX: 32,
  /** Log bytes that an index may have passed since it last wrote down how far it has come. */
  INDEX_SILENT_LOG_BYTES: 1_048_576,
  /** Log bytes between two moves of an index's cursor, each of which waits for the disk. */
  INDEX_CURSOR_BYTES: 8 * 1_048_576,
  /** Stretches of the feed that an index follows between two slices of its build. */
  INDEX_BATCHES_PER_SLICE: 8,
  /** Slices of a build that whoever creates an index waits for. */
  INDEX_SLICES_AWAITED: 4,
  /** Before the first new try after trouble; it doubles up to the second. */
  INDEX_RETRY_MS: 100,
  INDEX_RETRY_MS_MAX: 30_000,
  /** Looks at a row that seems to differ from its index. */
  INDEX_VERIFY_LOOKS: 3,
  /** Keys that a comparison names. */
  INDEX_VERIFY_KEYS_MAX: 100,
  TIME_TO_LIVE_SECONDS_MIN: 86_400,
  TIME_TO_LIVE_SECONDS_MAX: 2_147_483_647,
  MAX_VERSIONS_MAX: 2_147_483_647,
  DEVIATION_SECONDS_DEFAULT: 86_400n,
  DEVIATION_SECONDS_MAX: INT64_MAX / 1_000_000n,
  STREAM_HOURS_MAX: 168,
  /** Longer table names have no readable stream. */
  STREAM_TABLE_NAME_MAX: 238,
  RESERVED_UNITS_MAX: 100_000,
  /** Between two changes of a table's reserved throughput. */
  RESERVED_UNITS_CHANGE_SECONDS_MIN: 120,
  /** What one partition serves, reads and writes together; "about", as the service says. */
  PARTITION_UNITS_PER_SECOND: 10_000,
  /** Our own: the largest that it may be set to. */
  PARTITION_UNITS_PER_SECOND_MAX: 1_000_000_000,
  /** Our own: so much of the time before may be caught up on at once. */
  THROTTLE_BURST_SECONDS: 1,
  PRE_SPLIT_POINTS_MAX: 9,
  PRE_SPLIT_VALUE_BYTES_MAX: 64,
  /** Of ComputeSplitPointsBySize. */
  SPLIT_SIZE_UNIT_BYTES_MIN: 1_048_576,
  SPLIT_SIZE_UNIT_BYTES_DEFAULT: 100 * 1_048_576,
  /** Our own: points of one reply, and looks at the keys for each of them. */
  SPLIT_POINTS_MAX: 1024,
  /** In the store's write buffers while sizes are estimated: more is written to files first. */
  UNMEASURED_BYTES_MAX: 2 * 1_048_576,
  SPLIT_HALVINGS_MAX: 64,

  // Rows
  PRIMARY_KEY_VALUE_BYTES_MAX: 1024,
  /** Of one version. */
  ATTRIBUTE_VALUE_BYTES_MAX: 2_097_152,
  /** Delete cells included. */
  CELLS_PER_WRITE_MAX: 1024,
  COLUMNS_TO_GET_MAX: 1024,
  /** Exclusive, in milliseconds. */
  TIMESTAMP_END: INT64_MAX / 1000n,
  CAPACITY_UNIT_BYTES: 4096,

  // Filters
  /** Composite nodes included. */
  FILTER_NODES_MAX: 32,
  REGEX_BYTES_MAX: 256,
  /** Our own: classes such as \pL in one expression; each costs as much to compile as all the rest. */
  REGEX_UNICODE_CLASSES_MAX: 4,
  /** Our own: size of the compiled expression times length of the value; 20 ms at the worst. */
  REGEX_STEPS_MAX: 1_000_000,

  // Requests
  BODY_BYTES_MAX: 5 * 1024 * 1024,
  /** Data of one PutRow, UpdateRow or BatchWriteRow. */
  WRITE_BYTES_MAX: 4_194_304,
  BATCH_GET_ROWS_MAX: 100,
  BATCH_WRITE_ROWS_MAX: 200,
  RANGE_ROWS_MAX: 5000,
  RANGE_BYTES_MAX: 4_194_304,

  ...searchLimits,

  // Local transactions
  TRANSACTION_LIFE_SECONDS_MAX: 60,
  TRANSACTION_IDLE_SECONDS_MAX: 60,
  TRANSACTION_BYTES_MAX: 4_194_304,
  /** Our own: what keeping its writes takes in memory; of all that are open together; their number. */
  TRANSACTION_MEMORY_BYTES_MAX: 32 * 1_048_576,
  TRANSACTIONS_MEMORY_BYTES_MAX: 256 * 1_048_576,
  TRANSACTIONS_MAX: 4096,
  /** Our own: between two looks for what has expired. */
  TRANSACTION_CHECK_MS: 100,

  // Our own: rows
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
  /** A request that works longer than this at a stretch lets others go first. */
  SLICE_MS_MAX: 2,
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
  RANGES_TURN_MS_MAX: 1,

  // Our own: messages
  /** Encoded column names that one row writer remembers. */
  WRITER_NAMES_MAX: 1024,

  // Our own: tables and background work
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

  // Our own: partitions
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
  /** Smaller ones would be nothing but blocks of the store. */
  PARTITION_BYTES_MIN: 65_536,
  /** As the service recommends for one partition-key value. */
  PARTITION_KEY_BYTES: 10 * 1_073_741_824,
  /** Capacity units per second, half of what a partition serves: one that stays above for so long splits. */
  PARTITION_HOT_UNITS_DEFAULT: 5000,
  PARTITION_HOT_SECONDS: 10,
  /** With less than this part of either bound, for so long, two neighbours merge. */
  PARTITION_COLD_PART: 16,
  PARTITION_MERGE_SECONDS: 1800,
  PARTITION_UNAVAILABLE_MS_MAX: 60_000,
  /** Between two looks at all partitions. */
  PARTITION_TICK_MS: 1000,
  /** Partitions whose size is asked of the store in one look. */
  PARTITION_MEASURES_PER_TICK: 64,
  PARTITION_MEASURE_SECONDS: 600,
  /** Measured anew when this part of their bound has been written. */
  PARTITION_MEASURED_PART: 8,
  /** Large partition-key values that have been warned of. */
  PARTITION_BIG_VALUES_MAX: 1024,
  /** Tables that the metrics page names with their partitions, those with the most. */
  METRIC_TABLES_MAX: 1000,

  // Our own: commit log
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
  /** Segments that nobody needs any more and that are kept to be written again. */
  LOG_SPARE_SEGMENTS_MAX: 2,
  /** Read from a segment at once. */
  LOG_READ_BYTES: 1_048_576,
  /** A consumer of the log that lags more than this is let go. */
  LOG_LAG_BYTES_MAX: 4 * 1_073_741_824,
  LOG_CURSORS_MAX: 4096,
  LOG_CURSOR_NAME_BYTES_MAX: 255,
  /** Spans of positions lost to a full disk that the log remembers for those who wait on them. */
  LOG_LOST_SPANS_MAX: 64,

  // Our own: backup
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
  /** Between two shippings of the log. */
  BACKUP_INTERVAL_MS: 5_000,
  BACKUP_INTERVAL_MS_MIN: 100,
  BACKUP_RETENTION_DAYS: 7,
  BACKUP_RETENTION_DAYS_MAX: 3_650,
  /** Between two base copies. */
  BACKUP_BASE_EVERY_MS: 86_400_000,
  /** A store that does not answer is left alone after this time when the server ends. */
  BACKUP_CLOSE_MS: 10_000,

  // Our own: store
  /** Entries of one batch of an iterator, and roughly their bytes. */
  ITERATOR_BATCH_ENTRIES_MAX: 128,
  ITERATOR_BATCH_BYTES: 262_144,
  /** Batches of iterators that are read at the same time. */
  SCANS_AT_ONCE: 2,
  /** Gets that share one native call: each call wakes a thread, and one thread alone reads slowly. */
  READ_BATCH_KEYS_MAX: 32,
  /** A key that takes longer must come from the disk; waking threads takes so long beside. */
  READ_KEY_SLOW_MS: 0.05,
  READ_WAKE_MS: 0.1,
  /** From the disk: how long the keys of a batch wait for it, where there are threads for more batches. */
  READ_BATCH_WAIT_MS: 0.4,
  READ_BATCHES_AT_ONCE: 14,
  /** With so many under way gets stay together. */
  READ_BATCHES_CROWD: 8,
  /** What the system counts for a key that comes from the disk, in blocks of 512 bytes. */
  READ_KEY_BLOCKS: 16,
  /** Keys of a batch that tell how long one takes, and how often there is such a batch. */
  READ_BATCH_KEYS_TOLD: 4,
  READ_PROBE_TURNS: 8,
  /** The memory store: what scans, writes and estimates together take of one turn of the event loop. */
  MEMORY_STORE_TURN_MS_MAX: 0.5,
  /** Mutations that it applies before the time is looked at, and roughly their bytes. */
  MEMORY_STORE_STEP_ENTRIES: 64,
  MEMORY_STORE_STEP_BYTES: 131_072,
  /** Batches that wait for a native write are joined up to this many mutations. */
  STORE_WRITE_MUTATIONS: 16_384,

  /** Between two looks whether the data folder is still there; with writes none is older than the second. */
  FOLDER_LOOK_MS: 1_000,
  FOLDER_LOOK_FRESH_MS: 100,

  // Our own: partition store
  /** Larger values are read from the store every time. */
  ROW_CACHE_ENTRY_BYTES_MAX: 65_536,
  ROW_CACHE_ENTRIES_MAX: 8 * 1_048_576,
  /** Places for the last commits of partition-key values; who shares one may see a spurious conflict. */
  PARTITION_HEADS_MAX: 1_048_576,
  /** Commits whose token is remembered. */
  COMMIT_TOKENS_MAX: 65_536,
  /** Commits that wait to become durable and visible; past it a commit is answered "Server is busy.". */
  PENDING_COMMIT_BYTES_MAX: 64 * 1_048_576,
  /** Visible commits gather up to so many bytes, or so long, before the store gets them in one batch. */
  APPLY_BYTES: 131_072,
  APPLY_MS: 5,
  /** Visible commits that the store has not taken yet; past it nobody is told before it has. */
  UNAPPLIED_BYTES_MAX: 8 * 1_048_576,
  /** A store that has taken nothing for so long is stuck: writes are refused until it takes something. */
  STORE_STALL_MS: 5_000,
  /** A read of several keys is repeated so often when commits keep passing it. */
  UNSTABLE_READS_MAX: 16,
  /** Log bytes between two flushes of the store, which bound the replay on start. */
  CHECKPOINT_BYTES: 128 * 1_048_576,
  /** Entries that a scan asks for first, however many its caller expects. */
  SCAN_FIRST_ENTRIES_MAX: 128,
  /** Commits seen by all that are kept for followers; who lags more reads the log. */
  RECENT_CHANGES_BYTES_MAX: 4 * 1_048_576,
  /** Log bytes that a follower is given at once; a larger record comes alone. */
  FEED_BATCH_BYTES: 262_144,
  /** Readings of the log that are kept open between batches, for followers at different places. */
  FEED_READERS_MAX: 4,
  /** Between two batches that are not full. */
  FEED_REST_MS: 10,
  /** Rows of a table that are read at once for what is made of all of them. */
  FEED_SLICE_ROWS: 1024,
  /** What all followers together take of one turn of the event loop. */
  FEED_TURN_MS_MAX: 1,
  /** Log bytes that replay puts into one batch. */
  REPLAY_BATCH_BYTES: 1_048_576,

  // Our own: doors
  CONNECTIONS_MAX: 8192,
  /** Of all bodies that are still coming in: past it, or a quarter of the memory, the slowest gives way. */
  INCOMING_BYTES_MAX: 64 * 1_048_576,
  /** Request line and headers together. */
  REQUEST_HEAD_BYTES_MAX: 16_384,
  REQUEST_HEADERS_MAX: 256,
  /** Extensions and trailers of a body that comes in chunks. */
  CHUNK_EXTRA_BYTES_MAX: 16_384,
  /** Larger replies are written from where they are instead of being copied behind their head. */
  COPIED_REPLY_BYTES_MAX: 16_384,
  /** Of a large reply, in one step: summed, or handed to the system. */
  REPLY_PIECE_BYTES: 131_072,
  /** Until all headers of a request are there, and then until its body is. */
  REQUEST_HEAD_MS: 10_000,
  REQUEST_BODY_MS: 30_000,
  /** A connection with a request that moves nothing for so long is cut. */
  SILENCE_MS: 60_000,
  /** An idle connection; longer than SDKs keep theirs, so that none is closed under a request. */
  KEEP_ALIVE_MS: 120_000,
  DOOR_THREADS_MAX: 64,
  /** How far the date of a request may be off. */
  CLOCK_SKEW_MS: 15 * 60_000,
  /** Our own: days between the clock and the day that a V4 key was derived for. */
  SIGN_DATE_DAYS_OFF_MAX: 1,

  // Our own: requests
  /** Admitted and not yet answered; past either the answer is "Server is busy.". */
  REQUESTS_IN_FLIGHT_MAX: 4096,
  REQUEST_BYTES_IN_FLIGHT_MAX: 128 * 1_048_576,
  /** Of those that run; the others wait, and instances take turns. */
  REQUESTS_RUNNING_MAX: 512,
  /** Of those, the others being for reads: whatever holds writes up does not hold up reads. */
  WRITES_RUNNING_MAX: 448,
  /** So many of one instance run whatever the others do. */
  REQUESTS_RUNNING_OWN: 16,
  /** The largest number that a limit of an instance or access key may be set to. */
  TENANT_LIMIT_MAX: 1e12,
  /** Requests that wait for memory; and how long one waits until it is answered "Server is busy.". */
  MEMORY_WAITERS_MAX: 1024,
  MEMORY_WAIT_MS: 30_000,
  /** While others wait for memory, a client has so long for its reply, and the time that it takes beside. */
  REPLY_UNREAD_MS: 10_000,
  REPLY_BYTES_PER_SECOND_MIN: 1_048_576,
  /** Spans that wait to be sent to where traces go; those of more are lost. */
  TRACE_SPANS_MAX: 8192,
  TRACE_BATCH_SPANS_MAX: 1024,
  /** For the last spans, when the server ends. */
  TRACE_FLUSH_MS: 3_000,
  /** Requests that take longer are logged with their stages. */
  SLOW_REQUEST_MS: 500,
  /** Below this much free space writes are refused. */
  FREE_SPACE_BYTES_MIN: 256 * 1_048_576,
  /** Between two looks at the free space. */
  FREE_SPACE_INTERVAL_MS: 1_000,
  /**
   * Disk held for a start that finds none free. A start after a crash writes what two write buffers held,
   * 64 MB each, before it removes their log, and a little for itself.
   */
  RESERVE_BYTES: 160 * 1_048_576,
  /** The reserve grows by this with each look at the free space. */
  RESERVE_PIECE_BYTES: 4 * 1_048_576,
  /** After SIGTERM, for requests in flight. */
  DRAIN_MS: 10_000,

  // Our own: instances
  INSTANCES_MAX: 1000,
  KEYS_PER_INSTANCE_MAX: 100,
} as const
