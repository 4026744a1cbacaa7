import { VariantType } from '@rowhouse/protocol'
import { expectDefined, invariant } from '@rowhouse/platform'
import { KeyTag } from './encode-key.js'
import { ESCAPED, ESCAPED_ZERO } from './escape.js'

/**
 * The bytes that a column may take more on the wire than in a key: a string has a length there instead of a
 * terminator.
 */
const MORE_BYTES = 2

/**
 * Walks the columns of a row key (space byte first) in wire form, without an object for each. After `next`
 * the fields hold the value's offsets in `source`, which is a new buffer for each key.
 */
export class KeyCursor {
  source: Buffer = NOTHING
  valueAt = 0
  valueEnd = 0
  #key: Buffer = NOTHING
  #at = 0

  begin(key: Buffer, columnCount: number): void {
    this.#key = key
    this.#at = 1
    this.source = Buffer.allocUnsafe(key.length + columnCount * MORE_BYTES)
    this.valueEnd = 0
  }

  next(): void {
    this.valueAt = this.valueEnd
    const tag = this.#key[this.#at++]
    if (tag === KeyTag.INTEGER) this.#readInteger()
    else this.#readEscaped(tag === KeyTag.STRING ? VariantType.STRING : VariantType.BLOB)
  }

  #readInteger(): void {
    const key = this.#key
    const { source, valueAt } = this
    source[valueAt] = VariantType.INTEGER
    for (let index = 8; index > 0; index--) {
      source[valueAt + index] = expectDefined(key[this.#at++], 'an INTEGER in a key has 8 bytes')
    }
    source[valueAt + 8] = expectDefined(source[valueAt + 8], 'there is room for the key') ^ 0x80
    this.valueEnd = valueAt + 9
  }

  #readEscaped(type: number): void {
    const key = this.#key
    const { source, valueAt } = this
    source[valueAt] = type
    let at = this.#at
    let to = valueAt + 5
    for (;;) {
      const byte = key[at++]
      invariant(byte !== undefined, 'a string in a key has an end')
      if (byte === ESCAPED && key[at++] !== ESCAPED_ZERO) break
      source[to++] = byte
    }
    this.#at = at
    this.valueEnd = to
    source.writeInt32LE(to - valueAt - 5, valueAt + 1)
  }
}

const NOTHING = Buffer.alloc(0)
