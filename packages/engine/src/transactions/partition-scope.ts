import {
  type TablestoreError,
  type Variant,
  VariantType,
  bytesOf,
  errors,
  integerOf,
  typeName,
  variantType,
} from '@rowhouse/protocol'
import type { RowWrite } from '../rows/writing/row-write.js'

/** An atomic batch concerns one partition-key value: undefined when all writes have that of the first. */
export const scopeError = (writes: readonly RowWrite[]): TablestoreError | undefined => {
  const first = partitionKeyOf(writes[0])
  if (first === undefined) return undefined
  for (const write of writes) {
    const key = partitionKeyOf(write)
    if (key !== undefined && !key.equals(first))
      return errors.outOfAtomicBatch(partitionKeyText(first), partitionKeyText(key))
  }
  return undefined
}

const partitionKeyOf = (write: RowWrite | undefined): Variant | undefined =>
  write?.primaryKey[0]?.value

export const partitionKeyText = (value: Variant): string => {
  switch (variantType(value)) {
    case VariantType.INTEGER:
      return String(integerOf(value))
    case VariantType.STRING:
      return bytesOf(value).toString('utf8')
    case VariantType.BLOB:
      return bytesOf(value).toString('hex')
    default:
      return typeName(value)
  }
}
