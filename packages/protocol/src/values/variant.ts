/**
 * A variant is one typed value exactly as PlainBuffer carries it: a type byte, then the payload
 * (INTEGER and DOUBLE: 8 bytes little-endian; BOOLEAN: 1 byte; STRING and BLOB: int32 length, then
 * the bytes; INF_MIN, INF_MAX and AUTO_INCREMENT: nothing). Values stay in this form from the
 * socket to the disk and back, so the common path never converts them.
 */
export type Variant = Buffer

/** The type bytes that the SDKs' PlainBuffer writers emit. */
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

/** Where the payload of a STRING or BLOB begins: after the type byte and the length. */
export const TEXT_PAYLOAD = 5

export function integerVariant(value: bigint): Variant {
  const variant = Buffer.allocUnsafe(9)
  variant[0] = VariantType.INTEGER
  variant.writeBigInt64LE(value, 1)
  return variant
}

export function doubleVariant(value: number): Variant {
  const variant = Buffer.allocUnsafe(9)
  variant[0] = VariantType.DOUBLE
  variant.writeDoubleLE(value, 1)
  return variant
}

export function booleanVariant(value: boolean): Variant {
  const variant = Buffer.allocUnsafe(2)
  variant[0] = VariantType.BOOLEAN
  variant[1] = value ? 1 : 0
  return variant
}

export function stringVariant(value: string): Variant {
  const length = Buffer.byteLength(value)
  const variant = Buffer.allocUnsafe(TEXT_PAYLOAD + length)
  variant[0] = VariantType.STRING
  variant.writeInt32LE(length, 1)
  variant.write(value, TEXT_PAYLOAD)
  return variant
}

export function blobVariant(value: Uint8Array): Variant {
  const variant = Buffer.allocUnsafe(TEXT_PAYLOAD + value.length)
  variant[0] = VariantType.BLOB
  variant.writeInt32LE(value.length, 1)
  variant.set(value, TEXT_PAYLOAD)
  return variant
}

export function infMin(): Variant {
  return Buffer.of(VariantType.INF_MIN)
}

export function infMax(): Variant {
  return Buffer.of(VariantType.INF_MAX)
}

/** The placeholder that asks the server for the next key. */
export function autoIncrement(): Variant {
  return Buffer.of(VariantType.AUTO_INCREMENT)
}

/** The type byte, to compare with the members of VariantType. */
export function variantType(variant: Variant): number {
  return variant[0] ?? -1
}

export function integerOf(variant: Variant): bigint {
  return variant.readBigInt64LE(1)
}

export function doubleOf(variant: Variant): number {
  return variant.readDoubleLE(1)
}

export function booleanOf(variant: Variant): boolean {
  return variant[1] === 1
}

export function stringOf(variant: Variant): string {
  return variant.toString('utf8', TEXT_PAYLOAD)
}

/** The payload of a STRING or BLOB, without copying. */
export function bytesOf(variant: Variant): Buffer {
  return variant.subarray(TEXT_PAYLOAD)
}

/** The value that a column or key has; bytes are not copied. Undefined for marks such as INF_MIN. */
export function valueOfVariant(
  variant: Variant,
): bigint | number | boolean | string | Buffer | undefined {
  switch (variant[0]) {
    case VariantType.INTEGER:
      return integerOf(variant)
    case VariantType.DOUBLE:
      return doubleOf(variant)
    case VariantType.BOOLEAN:
      return booleanOf(variant)
    case VariantType.STRING:
      return stringOf(variant)
    case VariantType.BLOB:
      return bytesOf(variant)
    default:
      return undefined
  }
}

/** The size that counts for capacity units and size limits. */
export function variantDataSize(variant: Variant): number {
  switch (variant[0]) {
    case VariantType.INTEGER:
    case VariantType.DOUBLE:
      return 8
    case VariantType.BOOLEAN:
      return 1
    case VariantType.STRING:
    case VariantType.BLOB:
      return variant.length - TEXT_PAYLOAD
    default:
      return 0
  }
}

/** The name that error texts use for a type byte, such as VT_STRING. */
export function variantTypeName(type: number): string {
  switch (type) {
    case VariantType.INTEGER:
      return 'VT_INTEGER'
    case VariantType.DOUBLE:
      return 'VT_DOUBLE'
    case VariantType.BOOLEAN:
      return 'VT_BOOLEAN'
    case VariantType.STRING:
      return 'VT_STRING'
    case VariantType.NULL:
      return 'VT_NULL'
    case VariantType.BLOB:
      return 'VT_BLOB'
    case VariantType.INF_MIN:
      return 'VT_INF_MIN'
    case VariantType.INF_MAX:
      return 'VT_INF_MAX'
    case VariantType.AUTO_INCREMENT:
      return 'VT_AUTO_INCREMENT'
    default:
      return String(type)
  }
}

export function typeName(variant: Variant): string {
  return variantTypeName(variantType(variant))
}
