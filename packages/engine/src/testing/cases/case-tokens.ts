import {
  type Variant,
  VariantType,
  blobVariant,
  booleanVariant,
  bytesOf,
  doubleOf,
  doubleVariant,
  integerOf,
  integerVariant,
  stringOf,
  stringVariant,
  variantType,
} from '@rowhouse/protocol'

/** Words of a request line: quoted strings stay whole, and parentheses stand alone. */
export const tokenize = (line: string): string[] =>
  line.match(/(?:[^\s"()]|"(?:[^"\\]|\\.)*")+|[()]/g) ?? []

/** 5 is an INTEGER, 5.0 a DOUBLE, "x" a STRING, 0x0102 a BLOB, true a BOOLEAN; INF_MIN, INF_MAX, AUTO. */
export const parseValue = (text: string): Variant => {
  if (/^[+-]?\d+$/.test(text)) return integerVariant(BigInt(text.replace('+', '')))
  if (/^0x[0-9a-f]*$/.test(text)) return blobVariant(Buffer.from(text.slice(2), 'hex'))
  if (text.startsWith('"')) return stringVariant(String(JSON.parse(text)))
  switch (text) {
    case 'true':
    case 'false':
      return booleanVariant(text === 'true')
    case 'INF_MIN':
      return Buffer.of(VariantType.INF_MIN)
    case 'INF_MAX':
      return Buffer.of(VariantType.INF_MAX)
    case 'AUTO':
      return Buffer.of(VariantType.AUTO_INCREMENT)
    default: {
      const value = Number(text)
      if (Number.isNaN(value)) throw new Error(`not a value: ${text}`)
      return doubleVariant(value)
    }
  }
}

export const formatValue = (value: Variant): string => {
  switch (variantType(value)) {
    case VariantType.INTEGER:
      return String(integerOf(value))
    case VariantType.DOUBLE: {
      const text = String(doubleOf(value))
      return /^-?\d+$/.test(text) ? `${text}.0` : text
    }
    case VariantType.BOOLEAN:
      return String(value[1] === 1)
    case VariantType.STRING:
      return JSON.stringify(stringOf(value))
    default:
      return `0x${bytesOf(value).toString('hex')}`
  }
}
