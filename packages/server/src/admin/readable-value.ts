import {
  type Variant,
  VariantType,
  bytesOf,
  integerOf,
  stringOf,
  variantType,
} from '@rowhouse/protocol'

/** A key's value in readable form: 12, "text" or 0x00ff. */
export function readableValue(value: Variant): string {
  switch (variantType(value)) {
    case VariantType.INTEGER:
      return String(integerOf(value))
    case VariantType.STRING:
      return JSON.stringify(stringOf(value))
    default:
      return `0x${bytesOf(value).toString('hex')}`
  }
}
