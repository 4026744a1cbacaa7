import {
  crc8,
  crc8Byte,
  encodeRow,
  type PlainBufferCell,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import { columnName, KEY_LENGTH, KEY_NAME, keyOf, type RowShape } from './row-shape.js'

/** The number of different sets of column values, which repeat. */
const TEMPLATES = 1024

interface RowTemplate {
  readonly bytes: Buffer
  /** The checksums of the attribute cells, of which the row's checksum is made. */
  readonly cellChecksums: readonly number[]
}

/**
 * Encoded rows for sending: the values are encoded once, and for each row the key and two checksums are
 * written into a copy. All rows have one size.
 */
export class RowTemplates {
  readonly rowBytes: number
  readonly #templates: readonly RowTemplate[]
  readonly #keyAt: number
  /** The checksum of a key cell over everything before the characters of the key. */
  readonly #keyCrc: number

  constructor(shape: RowShape, text: (length: number) => string) {
    this.#templates = Array.from({ length: TEMPLATES }, () => makeTemplate(shape, text))
    const bytes = this.#template(0).bytes
    this.rowBytes = bytes.length
    this.#keyAt = bytes.indexOf(keyOf(0))
    const nameCrc = crc8(0, Buffer.from(KEY_NAME), 0, KEY_NAME.length)
    this.#keyCrc = crc8(nameCrc, bytes, this.#keyAt - 5, this.#keyAt)
  }

  /** Writes the row of this counter; the counter chooses the values too, so it is repeatable. */
  write(target: Buffer, at: number, counter: number): void {
    const { bytes, cellChecksums } = this.#template(counter % TEMPLATES)
    bytes.copy(target, at)
    const keyAt = at + this.#keyAt
    target.write(keyOf(counter), keyAt, 'latin1')
    const cellCrc = crc8(this.#keyCrc, target, keyAt, keyAt + KEY_LENGTH)
    // One tag stands between the key and the checksum of its cell.
    target[keyAt + KEY_LENGTH + 1] = cellCrc
    let rowCrc = crc8Byte(0, cellCrc)
    for (const checksum of cellChecksums) rowCrc = crc8Byte(rowCrc, checksum)
    target[at + this.rowBytes - 1] = crc8Byte(rowCrc, 0)
  }

  row(counter: number): Buffer {
    const row = Buffer.allocUnsafe(this.rowBytes)
    this.write(row, 0, counter)
    return row
  }

  #template(index: number): RowTemplate {
    const template = this.#templates[index]
    if (template === undefined) throw new RangeError(`No row template ${index}`)
    return template
  }
}

function makeTemplate(shape: RowShape, text: (length: number) => string): RowTemplate {
  const cells = Array.from({ length: shape.columns }, (_, column) =>
    putCell(columnName(column), text(shape.columnBytes)),
  )
  const bytes = encodeRow({ primaryKey: [keyCell(keyOf(0))], cells, deleteMarker: false })
  const cellChecksums = cells.map(({ name, value }) => {
    const nameCrc = crc8(0, Buffer.from(name), 0, name.length)
    return value === undefined ? nameCrc : crc8(nameCrc, value, 0, value.length)
  })
  return { bytes, cellChecksums }
}

export function keyCell(key: string): PlainBufferCell {
  return putCell(KEY_NAME, key)
}

export function putCell(name: string, value: string): PlainBufferCell {
  return plainCell(name, stringVariant(value))
}
