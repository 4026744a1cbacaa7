/** The kinds of commit log records; docs/formats.md, "Commit record", has them byte by byte. */
export const COMMITS = 1
export const RANGE_DELETE = 2

export const FIRST_COMMIT_AT = 1
/** Table number, length of the partition key, length of the change record, number of mutations. */
export const COMMIT_HEADER_BYTES = 14
/** Lengths of key and value. */
export const MUTATION_HEADER_BYTES = 6
export const KEY_BYTES_MAX = 0xffff
/** Stands for "no value" (the key is deleted) and for "no change record". */
export const NOTHING = 0xffff_ffff
