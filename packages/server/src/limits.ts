/**
 * The server's own bounds: doors, admission, instances; the service's limits are `limits` of the protocol.
 */
export const serverLimits = {
  // Tables
  /** The largest that it may be set to. */
  PARTITION_UNITS_PER_SECOND_MAX: 1_000_000_000,

  // Partitions
  /** Smaller ones would be nothing but blocks of the store. */
  PARTITION_BYTES_MIN: 65_536,
  PARTITION_UNAVAILABLE_MS_MAX: 60_000,
  /** Tables that the metrics page names with their partitions, those with the most. */
  METRIC_TABLES_MAX: 1000,

  // Backup
  /** Between two shippings of the log. */
  BACKUP_INTERVAL_MS: 5_000,
  BACKUP_INTERVAL_MS_MIN: 100,
  BACKUP_RETENTION_DAYS: 7,
  BACKUP_RETENTION_DAYS_MAX: 3_650,
  /** Between two base copies. */
  BACKUP_BASE_EVERY_MS: 86_400_000,
  /** A store that does not answer is left alone after this time when the server ends. */
  BACKUP_CLOSE_MS: 10_000,

  // Doors
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
  /** Days between the clock and the day that a V4 key was derived for. */
  SIGN_DATE_DAYS_OFF_MAX: 1,

  // Requests
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
  /** Spans that wait to be sent to where traces go; those of more are lost. */
  TRACE_SPANS_MAX: 8192,
  TRACE_BATCH_SPANS_MAX: 1024,
  /** For the last spans, when the server ends. */
  TRACE_FLUSH_MS: 3_000,
  /** Requests that take longer are logged with their stages. */
  SLOW_REQUEST_MS: 500,
  /** Between two looks at the free space. */
  FREE_SPACE_INTERVAL_MS: 1_000,
  /** After SIGTERM, for requests in flight. */
  DRAIN_MS: 10_000,

  // Instances
  INSTANCES_MAX: 1000,
  KEYS_PER_INSTANCE_MAX: 100,

  // Search indexes
  /** Between two lines of the log on a build that goes on. */
  SEARCH_PROGRESS_MS: 10_000,
} as const
