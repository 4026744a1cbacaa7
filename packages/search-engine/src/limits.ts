/** The search engine's own bounds. The service's limits are `limits` in the protocol. */
export const searchEngineLimits = {
  // Search requests
  /** Arrays and objects inside each other in a JSON column. */
  SEARCH_JSON_DEPTH_MAX: 64,
  /** Groups that one group-by holds in memory; more are made part by part, where possible. */
  SEARCH_COLLECTED_GROUPS_MAX: 2_000_000,
  /** The bytes of one search's groups, if no memory budget is configured. */
  SEARCH_GROUPS_BYTES_DEFAULT: 256 * 1_048_576,
  /** The minimum, however small the memory budget is. */
  SEARCH_GROUPS_BYTES_MIN: 8 * 1_048_576,

  // Search indexes
  /** Fresh rows are made searchable at least so often. */
  SEARCH_SEAL_MS: 500,
  /** Fresh rows are made searchable earlier when this many wait, or this much memory is taken. */
  SEARCH_SEAL_DOCUMENTS: 65_536,
  SEARCH_SEAL_BYTES: 64 * 1_048_576,
  /** The minimum, however small the memory budget is. */
  SEARCH_SEAL_BYTES_MIN: 65_536,
  /** With this many bytes of images on their way, sealing waits for more, until a commit is due. */
  SEARCH_BEHIND_BYTES: 8 * 1_048_576,
  /**
   * Searchable rows become durable at least this often, and earlier when there are this many bytes
   * of them.
   */
  SEARCH_COMMIT_MS: 5_000,
  SEARCH_COMMIT_BYTES: 256 * 1_048_576,
  /** Merges of one index at a time. */
  SEARCH_MERGES_MAX: 2,
  /**
   * With fewer cores the merging thread takes in no images: searching and indexing use all cores.
   */
  SEARCH_INTAKE_CORES_MIN: 3,
  /** Back-pressure: feeders wait while an index has more segments that merges can reduce. */
  SEARCH_SEGMENTS_MAX: 80,
  /**
   * Back-pressure: bytes of images on their way to the indexing thread; feeders wait beyond that.
   */
  SEARCH_APPLY_BYTES_MAX: 64 * 1_048_576,
  SEARCH_THREADS_MAX: 16,
  /** The default, if the machine has as many cores. */
  SEARCH_THREADS_DEFAULT_MAX: 4,
  /**
   * Searches given to one thread at a time: the next one waits there already, if both are short.
   */
  SEARCH_THREAD_SEARCHES_MAX: 2,
  /** A search that is expected to take longer is not short. */
  SEARCH_SHORT_MS: 5,
  /** A page of more rows is not short before it has been measured. */
  SEARCH_SHORT_ROWS_MAX: 100,
  /** What a search is expected to take of which nothing is known. */
  SEARCH_UNKNOWN_MS: 100,
  /** A search expected to take at most this share of a long one may interrupt it. */
  SEARCH_BETWEEN_SHARE: 1 / 8,
  /** Interruptions may take this share of the time that the interrupted search has had. */
  SEARCH_INTERRUPTED_SHARE: 0.5,
  /**
   * Searches may overtake a waiting one if they arrive within this many times its expected time.
   */
  SEARCH_OVERTAKEN_TIMES: 2,
  SEARCH_OVERTAKEN_MS_MAX: 1_000,
  /**
   * The shapes of searches whose cost is remembered, and the parts of a search that its shape
   * covers.
   */
  SEARCH_SHAPES_MAX: 1024,
  SEARCH_SHAPE_PARTS_MAX: 256,
  /**
   * By how much threads are less urgent than the one that answers requests, in the system's steps of
   * niceness: each is worth a fifth of the processor time that two of them share.
   */
  SEARCH_INDEXING_NICENESS: 3,
  SEARCH_QUERY_NICENESS: 6,
  SEARCH_MERGING_NICENESS: 10,
  /**
   * After allocating this much shared memory, each thread collects garbage to free what it no
   * longer uses.
   */
  SEARCH_SHARED_GARBAGE_BYTES: 128 * 1_048_576,
  /** The garbage of a search thread, beside the memory of its sections. */
  SEARCH_GARBAGE_BYTES_MAX: 128 * 1_048_576,
  /** The planned reads of a search, and its reads in flight. */
  SEARCH_READS_AHEAD_MAX: 4096,
  /**
   * Fields of a segment for which the first steps of binary searches are kept, up to 32 KB each.
   */
  SEARCH_STEPS_FIELDS_MAX: 16,
  /** The interval at which a search checks the memory of its thread. */
  SEARCH_MEMORY_LOOK_MS: 20,
  /** With less memory, the heap of a thread's code would hide how much the thread holds. */
  SEARCH_TOLD_MEMORY_BYTES_MIN: 64 * 1_048_576,
  /** Searches that wait for a thread; beyond that the answer is "Server is busy.". */
  SEARCH_QUEUE_MAX: 256,
  /** A thread that has not ended a search this long after its deadline is terminated. */
  SEARCH_STUCK_MS: 3_000,
  /** The minimum of bytes merged into one segment, however small the memory budget is. */
  SEARCH_MERGE_BYTES_MIN: 64 * 1_048_576,
  /** A merge that failed for a passing reason is tried again after this time; doubled each time. */
  SEARCH_MERGE_RETRY_MS: 1_000,
  SEARCH_MERGE_RETRY_MS_MAX: 60_000,
  /** Up to this size of its sources a merge stays in memory; a larger one goes to a file. */
  SEARCH_MEMORY_MERGE_BYTES: 16 * 1_048_576,
  /** The default budget of segments in memory and of cached sections. */
  SEARCH_MEMORY_BYTES_DEFAULT: 2 * 1_073_741_824,
  /** The number of segments of similar size that are merged into one. */
  SEARCH_MERGE_FACTOR: 8,
  /** The same while an index is behind its feed. */
  SEARCH_MERGE_FACTOR_BEHIND: 32,
  /** Smaller segments belong to one tier, so that small batches of fresh rows are merged early. */
  SEARCH_SMALLEST_TIER_DOCUMENTS: 1_000,
  /** Larger segments are not made by merging: their arrays must fit what a process can address. */
  SEARCH_SEGMENT_DOCUMENTS_MAX: 8_000_000,
  /** A segment with a larger share of deleted rows is rewritten. */
  SEARCH_DELETED_SHARE_MAX: 0.5,
  /** In UTF-16 units. Longer tokens are cut: a text without a space is not one term of 2 MB. */
  SEARCH_TOKEN_LENGTH_MAX: 255,
  /** Distinct values that are counted exactly; beyond them the count is an estimate. */
  SEARCH_EXACT_DISTINCT_MAX: 10_000,
  /** Values whose percentiles are exact; beyond them neighbours are merged. A power of two. */
  SEARCH_EXACT_PERCENTILE_VALUES: 8192,
} as const
