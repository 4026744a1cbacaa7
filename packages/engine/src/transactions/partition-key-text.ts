import {
  type Variant,
  VariantType,
  bytesOf,
  integerOf,
  typeName,
  variantType,
} from '@rowhouse/protocol'

/** The text of a partition-key value in messages. */
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
