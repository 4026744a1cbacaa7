/**
 * A variant is one typed value exactly as PlainBuffer carries it: a type byte, then the payload
 * (INTEGER and DOUBLE: 8 bytes little-endian; BOOLEAN: 1 byte; STRING and BLOB: int32 length, then
 * the bytes; INF_MIN, INF_MAX and AUTO_INCREMENT: nothing). Values stay in this form from the
 * socket to the disk and back, so the common path never converts them.
 */
export type Variant = Buffer

/** Variant type bytes (protocol sheet §3.1). */
export const VariantType = {
  INTEGER: 0x00,
  DOUBLE: 0x01,
  BOOLEAN: 0x02,
  STRING: 0x03,
  NULL: 0x06,
  BLOB: 0x07,
  INF_MIN: 0x09,
  INF_MAX: 0x0a,
  AUTO_INCREMENT: 0x0b,
} as const
export type VariantType = (typeof VariantType)[keyof typeof VariantType]
