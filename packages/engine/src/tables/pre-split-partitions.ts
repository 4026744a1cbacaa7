import {
  type PartitionRange,
  type PrimaryKeyType,
  type Variant,
  VariantType,
  bytesOf,
  compareVariants,
  decodeVariant,
  errors,
  integerOf,
  limits,
  variantType,
} from '@rowhouse/protocol'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

const variantTypeOf = {
  INTEGER: VariantType.INTEGER,
  STRING: VariantType.STRING,
  BINARY: VariantType.BLOB,
} as const

/**
 * The points, ascending, at which a new table is split: the finite bounds of the requested ranges. The
 * errors are those of the Java SDK's TestCreateTableEx.
 */
export const checkPartitions = (
  ranges: readonly PartitionRange[],
  type: PrimaryKeyType,
): Variant[] => {
  // Ten ranges have nine points between them.
  if (ranges.length > limits.PRE_SPLIT_POINTS_MAX + 1) {
    throw errors.parameterInvalid(
      `The count of partitions cannot be greater than ${limits.PRE_SPLIT_POINTS_MAX + 1}`,
    )
  }
  const points: Variant[] = []
  for (const range of ranges) {
    for (const bound of [decodeVariant(range.begin), decodeVariant(range.end)]) {
      if (isInfinite(bound)) continue
      checkPoint(bound, type)
      // A copy, so that the table does not keep the whole request in memory.
      points.push(Buffer.from(bound))
    }
  }
  points.sort(compareVariants)
  return points.filter((point, index) => points[index + 1]?.equals(point) !== true)
}

const isInfinite = (bound: Variant): boolean =>
  variantType(bound) === VariantType.INF_MIN || variantType(bound) === VariantType.INF_MAX

const checkPoint = (point: Variant, type: PrimaryKeyType): void => {
  if (variantType(point) !== variantTypeOf[type]) {
    throw errors.parameterInvalid('The value type of partition does not match with primary key.')
  }
  if (type === 'INTEGER') {
    const value = integerOf(point)
    if (value === INT64_MIN || value === INT64_MAX) {
      throw errors.parameterInvalid(
        'The value of partition range can not be INT64_MIN or INT64_MAX.',
      )
    }
    return
  }
  const { length } = bytesOf(point)
  if (length === 0) {
    throw errors.parameterInvalid(
      `The value of partition range can not be empty ${type === 'STRING' ? 'string' : 'binary'}.`,
    )
  }
  if (length > limits.PRE_SPLIT_VALUE_BYTES_MAX) {
    throw errors.parameterInvalid(
      'The value of partition range exceeds the MaxLength:' +
        `${limits.PRE_SPLIT_VALUE_BYTES_MAX} with CurrentLength:${length}.`,
    )
  }
}
