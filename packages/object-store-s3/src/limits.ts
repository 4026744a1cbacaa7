/** Bounds of requests to a store that speaks S3. */
export const s3Limits = {
  /** What is sent with one request. S3 wants 5 MiB of all parts but the last, and takes 10,000 parts. */
  PART_BYTES: 8 * 1_048_576,
  /** Of one object: each that is on its way is held in memory. */
  PARTS_AT_ONCE: 4,
  /** Of one call: its requests, and the reads of their replies. */
  ATTEMPTS: 4,
  CONNECT_MS_MAX: 5_000,
  /** Without a byte in either direction. */
  SILENCE_MS_MAX: 30_000,
  /** A request with all of its attempts. */
  REQUEST_MS_MAX: 180_000,
} as const
