/** The bounds of search indexes, as part of `limits`: first the service's, then our own. */
export const searchLimits = {
  // Search requests
  /** Of one request, those of filters, functions and group-bys included. */
  SEARCH_QUERIES_MAX: 1024,
  /** Our own: queries inside queries. */
  SEARCH_QUERY_DEPTH_MAX: 64,
  /** Of nested fields, and of nested queries inside each other. */
  SEARCH_NESTED_DEPTH_MAX: 5,
  /** Of one index, sub-fields included. */
  SEARCH_FIELDS_MAX: 1000,
  /** Of one TermsQuery. */
  SEARCH_TERMS_MAX: 1024,
  /** Of the pattern of a WildcardQuery, in characters. */
  SEARCH_WILDCARD_LENGTH_MAX: 32,
  /** Of a PrefixQuery or SuffixQuery. */
  SEARCH_PREFIX_BYTES_MAX: 1000,
  /** Of one FunctionsScoreQuery. */
  SEARCH_FUNCTIONS_MAX: 3,
  /** Our own: of a GeoPolygonQuery or a sort by distance. */
  SEARCH_GEO_POINTS_MAX: 1024,
  /** Sub-fields directly below one nested or JSON field. */
  SEARCH_SUB_FIELDS_MAX: 100,
  SEARCH_VECTOR_FIELDS_MAX: 5,
  /** Values of one array in a row; longer ones do not fit their field. */
  SEARCH_ARRAY_VALUES_MAX: 256,
  /** Children of one nested field in a row or child. */
  SEARCH_CHILDREN_MAX: 256,
  SEARCH_KEYWORD_BYTES_MAX: 4096,
  SEARCH_FUZZY_KEYWORD_BYTES_MAX: 2048,
  SEARCH_TEXT_BYTES_MAX: 2_097_152,
  /** Between the shortest and the longest gram of the fuzzy analyzer. */
  SEARCH_FUZZY_CHARS_SPREAD_MAX: 6,
  /** Our own: arrays and objects inside each other in a JSON column. */
  SEARCH_JSON_DEPTH_MAX: 64,
  VECTOR_DIMENSION_MAX: 4096,
  /** Of one KnnVectorQuery; bounds its candidates too. */
  VECTOR_TOP_K_MAX: 1000,
  SEARCH_LIMIT_DEFAULT: 10,
  /** Our own: so often a page is filled up where rows that the index still has are gone from the table. */
  SEARCH_PAGE_FILLS_MAX: 8,
  /** Our own: before so many fills the index is given the time to hear of them. */
  SEARCH_PAGE_FILLS_AT_ONCE: 2,
  /** Offset and limit of a Search together. */
  SEARCH_OFFSET_LIMIT_MAX: 100_000,
  /** Our own. */
  SEARCH_SORTERS_MAX: 32,
  /** Our own: of fields and words, in a token of a search by score; 12 KiB. */
  SEARCH_TOKEN_STATISTICS_MAX: 1024,
  SEARCH_HIGHLIGHT_FIELDS_MAX: 10,
  /** Asked for together by the fields of one highlight. */
  SEARCH_HIGHLIGHT_FRAGMENTS_MAX: 500,
  SEARCH_INNER_HITS_LIMIT_DEFAULT: 3,
  /** Our own; the official clients send 8. */
  SEARCH_AGGREGATIONS_PER_LEVEL_MAX: 16,
  SEARCH_GROUP_BYS_PER_LEVEL_MAX: 5,
  /** Group-bys inside each other, the outermost included. */
  SEARCH_GROUP_BY_DEPTH_MAX: 3,
  /** Groups of one group-by. */
  SEARCH_GROUPS_MAX: 2000,
  SEARCH_GROUPS_DEFAULT: 10,
  /** Our own: groups that one group-by holds in memory; more are made part by part where they can be. */
  SEARCH_COLLECTED_GROUPS_MAX: 2_000_000,
  /** Our own: of what the groups of one search hold, where nobody says how much memory there is. */
  SEARCH_GROUPS_BYTES_DEFAULT: 256 * 1_048_576,
  /** However little memory there is. */
  SEARCH_GROUPS_BYTES_MIN: 8 * 1_048_576,
  SEARCH_GROUP_BY_FILTERS_MAX: 10,
  SEARCH_GROUP_BY_RANGES_MAX: 100,
  SEARCH_GROUP_BY_GEO_RANGES_MAX: 10,
  /** Our own: what a composite combines. */
  SEARCH_COMPOSITE_SOURCES_MAX: 8,
  /** Our own: of one percentiles aggregation. */
  SEARCH_PERCENTILES_MAX: 100,
  /** Our own: of TopRows. */
  SEARCH_TOP_ROWS_MAX: 100,
  PARALLEL_SCAN_LIMIT_MAX: 2000,
  /** Rows of one Search that are completed from the table; of one that the index answers alone. */
  SEARCH_LIMIT_MAX: 100,
  SEARCH_INDEX_LIMIT_MAX: 1000,
  /** Longer ones of requests are cut down to it. */
  SEARCH_TIMEOUT_MS_MAX: 10_000,
  /** Indexes of one instance that are being built. */
  SEARCH_INDEXES_IN_CREATION_MAX: 10,
  /** Our own. */
  SEARCH_INDEXES_PER_TABLE_MAX: 64,
  /** Our own: index numbers are part of ids and never given again. */
  SEARCH_INDEX_NUMBER_MAX: 65_535,
  /** Our own: sessions of parallel scans that are remembered; past it the one that ends first goes. */
  SCAN_SESSIONS_MAX: 4096,
  SCAN_ALIVE_SECONDS_DEFAULT: 60,
  /** Our own. */
  SCAN_ALIVE_SECONDS_MAX: 86_400,
  /** Our own: rows for which a parallel scan gets another split. */
  SCAN_SPLIT_ROWS: 1_000_000,
  SCAN_SPLITS_MAX: 64,
  /** Of the fuzzy analyzer: what lies behind is not analysed. */
  SEARCH_FUZZY_CHARACTERS_MAX: 1024,
  /** Source and gray index: a change of weights names both. */
  SEARCH_QUERY_FLOW_WEIGHTS: 2,
  SEARCH_QUERY_FLOW_WEIGHT_MAX: 100,

  // Our own: search indexes
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
  /** Log bytes without a change to its table after which an index is told how far it has come. */
  SEARCH_SILENT_LOG_BYTES: 64 * 1_048_576,
  /** Rows of a table, and their bytes, that are read at once for an index which is being built. */
  SEARCH_SLICE_ROWS: 4096,
  SEARCH_SLICE_BYTES: 1_048_576,
  /** Batches of changes that an index which is being built takes between two slices of the table. */
  SEARCH_BATCHES_PER_SLICE: 4,
  /** Between two comparisons of the indexes with the catalogue, and looks for damage. */
  SEARCH_CHECK_MS: 5_000,
  /** Before an index in trouble is tried again: at first, and at last. */
  SEARCH_RETRY_MS: 200,
  SEARCH_RETRY_MS_MAX: 60_000,
  /** An index that had to be rebuilt so often within so long is left alone until somebody asks. */
  SEARCH_REBUILDS_MAX: 5,
  SEARCH_REBUILDS_MS: 3_600_000,
  /** Row keys that a verification compares at a time, and differences of each kind that it lists. */
  SEARCH_VERIFY_ROWS: 1024,
  SEARCH_VERIFY_KEYS_MAX: 100,
  /** A row that seems to differ is looked at so often before that is believed. */
  SEARCH_VERIFY_LOOKS: 4,
  /** How exactly, and for how many points in time, it is known what was visible then. */
  VISIBLE_SAMPLE_MS: 50,
  VISIBLE_SAMPLES_MAX: 4096,
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
  /** Between two lines of the log on a build that goes on. */
  SEARCH_PROGRESS_MS: 10_000,
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
