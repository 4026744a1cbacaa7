const INT64_MAX = 9223372036854775807n

/**
 * The service's published limits (its "Limits" pages; where the SDKs' tests assert another number, theirs),
 * and the bounds of messages. Each package's own bounds stand beside it, in a `limits.ts` of its own.
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
  TIME_TO_LIVE_SECONDS_MIN: 86_400,
  TIME_TO_LIVE_SECONDS_MAX: 2_147_483_647,
  MAX_VERSIONS_MAX: 2_147_483_647,
  DEVIATION_SECONDS_DEFAULT: 86_400n,
  DEVIATION_SECONDS_MAX: INT64_MAX / 1_000_000n,
  STREAM_HOURS_MAX: 168,
  /** The streams of tables with longer names cannot be read. */
  STREAM_TABLE_NAME_MAX: 238,
  RESERVED_UNITS_MAX: 100_000,
  /** Between two changes of a table's reserved throughput. */
  RESERVED_UNITS_CHANGE_SECONDS_MIN: 120,
  /** What one partition serves, reads and writes together; "about", as the service says. */
  PARTITION_UNITS_PER_SECOND: 10_000,
  PRE_SPLIT_POINTS_MAX: 9,
  PRE_SPLIT_VALUE_BYTES_MAX: 64,
  /** The smallest unit that ComputeSplitPointsBySize takes. */
  SPLIT_SIZE_UNIT_BYTES_MIN: 1_048_576,
  SPLIT_SIZE_UNIT_BYTES_DEFAULT: 100 * 1_048_576,

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

  // Requests
  BODY_BYTES_MAX: 5 * 1024 * 1024,
  /** Data of one PutRow, UpdateRow or BatchWriteRow. */
  WRITE_BYTES_MAX: 4_194_304,
  BATCH_GET_ROWS_MAX: 100,
  BATCH_WRITE_ROWS_MAX: 200,
  RANGE_ROWS_MAX: 5000,
  RANGE_BYTES_MAX: 4_194_304,

  // Local transactions
  TRANSACTION_LIFE_SECONDS_MAX: 60,
  TRANSACTION_IDLE_SECONDS_MAX: 60,
  TRANSACTION_BYTES_MAX: 4_194_304,

  // Messages
  /** Encoded column names that one row writer caches. */
  WRITER_NAMES_MAX: 1024,

  // Partitions
  /** The service's recommendation for one partition-key value. */
  PARTITION_KEY_BYTES: 10 * 1_073_741_824,

  // Transport
  /** How far the date of a request may be off. */
  CLOCK_SKEW_MS: 15 * 60_000,

  // Search requests
  /** Queries of one request, those in filters, functions and group-bys included. */
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
  /** Values of one array in a row. A longer array does not fit its field and is not indexed. */
  SEARCH_ARRAY_VALUES_MAX: 256,
  /** Children of one nested field in a row or child. */
  SEARCH_CHILDREN_MAX: 256,
  SEARCH_KEYWORD_BYTES_MAX: 4096,
  SEARCH_FUZZY_KEYWORD_BYTES_MAX: 2048,
  SEARCH_TEXT_BYTES_MAX: 2_097_152,
  /** Between the shortest and the longest gram of the fuzzy analyzer. */
  SEARCH_FUZZY_CHARS_SPREAD_MAX: 6,
  VECTOR_DIMENSION_MAX: 4096,
  /** Of one KnnVectorQuery; bounds its candidates too. */
  VECTOR_TOP_K_MAX: 1000,
  SEARCH_LIMIT_DEFAULT: 10,
  /** Offset and limit of a Search together. */
  SEARCH_OFFSET_LIMIT_MAX: 100_000,
  /** Our own. */
  SEARCH_SORTERS_MAX: 32,
  /** Our own: counts of fields and words in the token of a search by score, 12 KiB in all. */
  SEARCH_TOKEN_STATISTICS_MAX: 1024,
  SEARCH_HIGHLIGHT_FIELDS_MAX: 10,
  /** Fragments that the fields of one highlight ask for together. */
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
  SEARCH_GROUP_BY_FILTERS_MAX: 10,
  SEARCH_GROUP_BY_RANGES_MAX: 100,
  SEARCH_GROUP_BY_GEO_RANGES_MAX: 10,
  /** Our own: the sources of one composite group-by. */
  SEARCH_COMPOSITE_SOURCES_MAX: 8,
  /** Our own: of one percentiles aggregation. */
  SEARCH_PERCENTILES_MAX: 100,
  /** Our own: of TopRows. */
  SEARCH_TOP_ROWS_MAX: 100,
  PARALLEL_SCAN_LIMIT_MAX: 2000,
  /**
   * Rows of one Search that are read from the table; the next bound is for answers from the index alone.
   */
  SEARCH_LIMIT_MAX: 100,
  SEARCH_INDEX_LIMIT_MAX: 1000,
  /** A longer timeout of a request is cut down to this. */
  SEARCH_TIMEOUT_MS_MAX: 10_000,
  /** Indexes of one instance that are being built. */
  SEARCH_INDEXES_IN_CREATION_MAX: 10,
  SCAN_ALIVE_SECONDS_DEFAULT: 60,
  SCAN_SPLITS_MAX: 64,
  /** Characters that the fuzzy analyzer takes; the rest of a text is not analysed. */
  SEARCH_FUZZY_CHARACTERS_MAX: 1024,
  /** Source and gray index: a change of weights names both. */
  SEARCH_QUERY_FLOW_WEIGHTS: 2,
  SEARCH_QUERY_FLOW_WEIGHT_MAX: 100,
} as const
