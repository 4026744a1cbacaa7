/**
 * The server's own bounds: doors, admission, instances. The service's limits are `limits` in the protocol.
 */
export const serverLimits = {
  // Tables
  /** The largest value that the setting may have. */
  PARTITION_UNITS_PER_SECOND_MAX: 1_000_000_000,

  // Partitions
  /** Smaller ones would be single blocks of the store. */
  PARTITION_BYTES_MIN: 65_536,
  PARTITION_UNAVAILABLE_MS_MAX: 60_000,
  /**
   * The number of tables that the metrics page lists with their partitions; those with the most come first.
   */
  METRIC_TABLES_MAX: 1000,

  // Heat of columns
  /** Calls that are sampled per second, and rows of each. */
  HEAT_CALLS_PER_SECOND: 50,
  HEAT_ROWS_PER_CALL: 4,
  /** Tables that are counted, the most recently used, and columns of each: at most 20 MB. */
  HEAT_TABLES_MAX: 256,
  HEAT_COLUMNS_PER_TABLE_MAX: 256,
  /** Counts lose half of their weight in this time. */
  HEAT_HALF_LIFE_HOURS: 24,

  // Faults that tests ask for
  FAULTS_MAX: 1000,
  FAULT_LATENCY_MS_MAX: 600_000,

  // Backup
  /** The interval between two rounds that ship the log. */
  BACKUP_INTERVAL_MS: 5_000,
  BACKUP_INTERVAL_MS_MIN: 100,
  BACKUP_RETENTION_DAYS: 7,
  BACKUP_RETENTION_DAYS_MAX: 3_650,
  /** The interval between two base copies. */
  BACKUP_BASE_EVERY_MS: 86_400_000,
  /** How long an ending server waits for an object store that does not answer. */
  BACKUP_CLOSE_MS: 10_000,

  // Doors
  CONNECTIONS_MAX: 8192,
  /** Bytes of all incoming bodies. Past this, or a quarter of the memory, the slowest is evicted. */
  INCOMING_BYTES_MAX: 64 * 1_048_576,
  /** The memory of bodies between the first two bounds is used again; the third is of all that is kept. */
  BODY_MEMORY_BYTES_MIN: 16_384,
  BODY_MEMORY_BYTES_MAX: 1_048_576,
  BODY_MEMORY_KEPT_BYTES: 2 * 1_048_576,
  /** Request line and headers together. */
  REQUEST_HEAD_BYTES_MAX: 16_384,
  REQUEST_HEADERS_MAX: 256,
  /** Bytes of the extensions and trailers of a chunked body. */
  CHUNK_EXTRA_BYTES_MAX: 16_384,
  /** Larger replies are written from their own buffer instead of being copied behind their head. */
  COPIED_REPLY_BYTES_MAX: 16_384,
  /** A large reply is summed, and copied and handed to the system, in pieces of these sizes. */
  DIGEST_PIECE_BYTES: 65_536,
  REPLY_PIECE_BYTES: 131_072,
  /** The time until all headers of a request have arrived, and then until its body has. */
  REQUEST_HEAD_MS: 10_000,
  REQUEST_BODY_MS: 30_000,
  /** A connection that has a request and moves no bytes for this long is closed. */
  SILENCE_MS: 60_000,
  /**
   * The time after which idle connections are closed. SDKs close theirs earlier, so that none is closed
   * during a request.
   */
  KEEP_ALIVE_MS: 120_000,
  DOOR_THREADS_MAX: 64,
  /** Days between the clock and the day that a V4 key was derived for. */
  SIGN_DATE_DAYS_OFF_MAX: 1,

  // Requests
  /** Requests that are admitted and not answered yet. Past either bound the answer is "Server is busy.". */
  REQUESTS_IN_FLIGHT_MAX: 4096,
  REQUEST_BYTES_IN_FLIGHT_MAX: 128 * 1_048_576,
  /** Requests that run at the same time. The others wait, and instances take turns. */
  REQUESTS_RUNNING_MAX: 512,
  /**
   * Writes that run at the same time, fewer than all requests, so that slow writes leave places for reads.
   */
  WRITES_RUNNING_MAX: 448,
  /** This many requests of one instance run whatever the other instances do. */
  REQUESTS_RUNNING_OWN: 16,
  /** The largest value that a limit of an instance or access key may have. */
  TENANT_LIMIT_MAX: 1e12,
  /** Spans that wait to be sent. Further spans are dropped. */
  TRACE_SPANS_MAX: 8192,
  TRACE_BATCH_SPANS_MAX: 1024,
  /** How long an ending server waits for its last spans to be sent. */
  TRACE_FLUSH_MS: 3_000,
  /** Slower requests are logged with their stages. */
  SLOW_REQUEST_MS: 500,
  /** The interval between two checks of the free space. */
  FREE_SPACE_INTERVAL_MS: 1_000,
  /** How long requests in flight may take after SIGTERM. */
  DRAIN_MS: 10_000,

  // What the server watches of itself
  /** The last slow requests and changes of tables that are kept, and the running requests that are shown. */
  SLOW_REQUESTS_KEPT: 256,
  CHANGES_KEPT: 64,
  RUNNING_REQUESTS_SHOWN: 100,
  /** The history of metrics: a step every ten seconds, for an hour. */
  HISTORY_STEP_MS: 10_000,
  HISTORY_STEPS_MAX: 360,
  /** Operations of instances that one step counts, and those with the most requests that it keeps. */
  RECENT_SERIES_MAX: 4_096,
  HISTORY_SERIES_MAX: 128,
  HISTORY_INDEXES_MAX: 64,

  // Instances
  INSTANCES_MAX: 1000,
  KEYS_PER_INSTANCE_MAX: 100,

  // Search indexes
  /** The interval between two log lines on the progress of a build. */
  SEARCH_PROGRESS_MS: 10_000,
} as const
