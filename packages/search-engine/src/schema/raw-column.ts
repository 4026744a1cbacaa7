import { bytesOf, doubleOf, integerOf, stringOf, VariantType } from '@rowhouse/protocol'
import type { RawValue } from './field-values.js'
import { type JsonValue, parseJson } from './parse-json.js'

/** A column of a row; its JSON is parsed once, however many fields read it. */
export class RawColumn {
  readonly value: RawValue | undefined
  /** A double is told from an integer by the column, not by its value. */
  readonly isDouble: boolean
  private parsed: JsonValue | undefined
  private isParsed = false

  constructor(variant: Buffer) {
    this.value = rawOf(variant)
    this.isDouble = variant[0] === VariantType.DOUBLE
  }

  /** Undefined when the column is no text, or the text no JSON. */
  json(): JsonValue | undefined {
    if (!this.isParsed) {
      this.parsed = typeof this.value === 'string' ? parseJson(this.value) : undefined
      this.isParsed = true
    }
    return this.parsed
  }
}

function rawOf(variant: Buffer): RawValue | undefined {
  switch (variant[0]) {
    case VariantType.INTEGER:
      return integerOf(variant)
    case VariantType.DOUBLE:
      return doubleOf(variant)
    case VariantType.BOOLEAN:
      return variant[1] === 1
    case VariantType.STRING:
      return stringOf(variant)
    case VariantType.BLOB:
      return bytesOf(variant)
    default:
      return undefined
  }
}
