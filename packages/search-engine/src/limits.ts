/** The search engine's own bounds; the service's limits are `limits` of the protocol. */
export const searchEngineLimits = {
  // Search requests
  /** Arrays and objects inside each other in a JSON column. */
  SEARCH_JSON_DEPTH_MAX: 64,
  /** Groups that one group-by holds in memory; more are made part by part where they can be. */
  SEARCH_COLLECTED_GROUPS_MAX: 2_000_000,
  /** Of what the groups of one search hold, where nobody says how much memory there is. */
  SEARCH_GROUPS_BYTES_DEFAULT: 256 * 1_048_576,
  /** However little memory there is. */
  SEARCH_GROUPS_BYTES_MIN: 8 * 1_048_576,

  // Search indexes
  /** Fresh rows are made searchable at least so often. */
  SEARCH_SEAL_MS: 500,
  /** Fresh rows are made searchable earlier when so many wait, or when they take so much memory. */
  SEARCH_SEAL_DOCUMENTS: 65_536,
  SEARCH_SEAL_BYTES: 64 * 1_048_576,
  /** However little memory there is. */
  SEARCH_SEAL_BYTES_MIN: 65_536,
  /** With so many bytes of images on their way, fresh rows wait for more, until they must be durable. */
  SEARCH_BEHIND_BYTES: 8 * 1_048_576,
  /** What is searchable becomes durable at least so often, and earlier when so much is not. */
  SEARCH_COMMIT_MS: 5_000,
  SEARCH_COMMIT_BYTES: 256 * 1_048_576,
  /** Merges of one index at a time. */
  SEARCH_MERGES_MAX: 2,
  /** With fewer cores the thread that merges takes nothing in: those that read and index use them all. */
  SEARCH_INTAKE_CORES_MIN: 3,
  /** Feeders wait while an index has more segments that merges can make fewer of. */
  SEARCH_SEGMENTS_MAX: 80,
  /** Bytes of images on their way to the thread that indexes; feeders wait for more. */
  SEARCH_APPLY_BYTES_MAX: 64 * 1_048_576,
  SEARCH_THREADS_MAX: 16,
  /** Without being told otherwise, and if the machine has as many cores. */
  SEARCH_THREADS_DEFAULT_MAX: 4,
  /** Searches at a time of one thread: the next one waits there already, if both are short. */
  SEARCH_THREAD_SEARCHES_MAX: 2,
  /** What is expected to take more is not short. */
  SEARCH_SHORT_MS: 5,
  /** What is expected to take at most such a share of a long one is done in its middle, too. */
  SEARCH_BETWEEN_SHARE: 1 / 8,
  /** All that is done in the middle of a long one gets so much of the time that this has had itself. */
  SEARCH_INTERRUPTED_SHARE: 0.5,
  /** Searches that come within so many times what a waiting one is expected to take may go before it. */
  SEARCH_OVERTAKEN_TIMES: 2,
  SEARCH_OVERTAKEN_MS_MAX: 1_000,
  /** Shapes of searches whose cost is known, and parts of a search that are looked at for its shape. */
  SEARCH_SHAPES_MAX: 1024,
  SEARCH_SHAPE_PARTS_MAX: 256,
  /**
   * By how much threads are less urgent than the one that answers requests, in the system's steps of
   * niceness: each is worth a fifth of the processor time that two of them share.
   */
  SEARCH_INDEXING_NICENESS: 3,
  SEARCH_QUERY_NICENESS: 6,
  SEARCH_MERGING_NICENESS: 10,
  /** Memory that threads share: after so much of it each thread looks for what it holds no longer. */
  SEARCH_SHARED_GARBAGE_BYTES: 128 * 1_048_576,
  /** Garbage of a thread that searches, beside the memory of its sections. */
  SEARCH_GARBAGE_BYTES_MAX: 128 * 1_048_576,
  /** Reads that a search has asked for ahead, and those that it may still ask for. */
  SEARCH_READS_AHEAD_MAX: 4096,
  /** Fields of a segment of which the first steps of binary searches are kept, up to 32 KB each. */
  SEARCH_STEPS_FIELDS_MAX: 16,
  /** So often a search looks at what its thread holds. */
  SEARCH_MEMORY_LOOK_MS: 20,
  /** Of a thread with less memory the heap of its code alone says nothing about what it holds. */
  SEARCH_TOLD_MEMORY_BYTES_MIN: 64 * 1_048_576,
  /** Searches that wait for a thread; past it the answer is "Server is busy.". */
  SEARCH_QUEUE_MAX: 256,
  /** A thread that has not ended a search so long after its time is ended itself. */
  SEARCH_STUCK_MS: 3_000,
  /** A thread that ends again so soon after its start is not started again before. */
  SEARCH_THREAD_RESTART_MS: 1_000,
  /** However little memory there is, so many bytes are merged into one segment. */
  SEARCH_MERGE_BYTES_MIN: 64 * 1_048_576,
  /** Sources of a merge up to here are merged in memory, larger ones into a file. */
  SEARCH_MEMORY_MERGE_BYTES: 16 * 1_048_576,
  /** For segments in memory and sections of those that are not, unless configured. */
  SEARCH_MEMORY_BYTES_DEFAULT: 2 * 1_073_741_824,
  /** So many segments of about one size are merged into one. */
  SEARCH_MERGE_FACTOR: 8,
  /** The same while an index is behind its feed. */
  SEARCH_MERGE_FACTOR_BEHIND: 32,
  /** Smaller segments are of one size, so that trickles of fresh rows merge early. */
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
