import {
  type Variant,
  VariantType,
  autoIncrement,
  doubleVariant,
  infMax,
  infMin,
  integerVariant,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import { anyValue, edgeIntegers } from '../seeds/values.js'
import { mutateBytes } from './bytes.js'
import { type CellPart, CellTag, type LooseCell, type LooseRow, RowTag } from './loose-row.js'

/** Lengths around the limits of names, keys and cells. */
const lengths = [0, 1, 254, 255, 256, 1023, 1024, 1025, 4096, 65_537]
/** Two values of 2 MiB fill a request, so they are rare. */
const LARGE_VALUE = 2 * 1024 * 1024

/** Changes a row in place; its checksums will be right. */
export function mutateRow(row: LooseRow, random: Choices): void {
  for (let changes = random.once(3) ? 3 : 1; changes > 0; changes--) {
    // A broken key would hide errors in the attributes, so they are changed more often.
    const at = random.once(2) ? row.sections.length - 1 : random.below(row.sections.length)
    const section = row.sections[at]
    const cell = section?.cells[random.below(section.cells.length)]
    if (cell === undefined || random.once(6)) mutateWhole(row, random)
    else if (random.once(4)) mutateCells(row, random)
    else mutateCell(cell, row, random)
  }
}

function mutateWhole(row: LooseRow, random: Choices): void {
  const { sections } = row
  switch (random.below(8)) {
    case 0:
      row.markers = random.below(4)
      return
    case 1:
      row.tail = random.once(2) ? Buffer.alloc(random.length(500)) : random.bytes(9)
      return
    case 2:
      row.header = random.once(2) ? 0x76 : random.bits()
      return
    case 3:
      row.checksumError = 1
      return
    case 4:
      sections.reverse()
      return
    case 5:
      sections.splice(random.below(sections.length), 1)
      return
    case 6:
      sections.push(random.pick([...sections, { tag: RowTag.DATA, cells: [] }]))
      return
    default: {
      const section = sections[random.below(sections.length)]
      if (section !== undefined) section.tag = random.below(20)
    }
  }
}

/** Removes, repeats or exchanges cells of one section. */
function mutateCells(row: LooseRow, random: Choices): void {
  const section = random.pick(row.sections)
  const other = random.pick(row.sections)
  const at = random.below(section.cells.length)
  const cell = section.cells[at]
  if (cell === undefined) return
  switch (random.below(5)) {
    case 0:
      section.cells.splice(at, 1)
      return
    case 1:
      section.cells.splice(at, 0, cell)
      return
    case 2:
      other.cells.splice(random.below(other.cells.length + 1), 0, cell)
      return
    case 3:
      section.cells.reverse()
      return
    default:
      if (random.once(8)) addColumns(row, random.pick([100, 1023, 1024, 1025, 1200]))
  }
}

/** Adds so many different columns with small values. */
function addColumns(row: LooseRow, count: number): void {
  const data = row.sections.find((section) => section.tag === RowTag.DATA)
  if (data === undefined) return
  for (let index = 0; index < count; index++) {
    data.cells.push({
      parts: [
        withLength(CellTag.NAME, Buffer.from(`w${index}`)),
        withLength(CellTag.VALUE, integerVariant(BigInt(index))),
      ],
      checksumError: 0,
    })
  }
}

const withLength = (tag: number, bytes: Buffer): CellPart => ({ tag, bytes, length: bytes.length })

function mutateCell(cell: LooseCell, row: LooseRow, random: Choices): void {
  const name = cell.parts.find((part) => part.tag === CellTag.NAME)
  const value = cell.parts.find((part) => part.tag === CellTag.VALUE)
  switch (random.below(10)) {
    case 0:
    case 1:
      if (name !== undefined) setBytes(name, oddName(name.bytes, row, random))
      return
    case 2:
    case 3:
    case 4:
      if (value !== undefined) setBytes(value, oddValue(value.bytes, random))
      return
    case 5:
      setPart(cell, CellTag.OPERATION, Buffer.of(random.below(8)))
      return
    case 6:
      setPart(cell, CellTag.TIMESTAMP, edgeTime(random))
      return
    case 7:
      cell.parts.splice(random.below(cell.parts.length), 1)
      return
    case 8:
      mutateParts(cell, random)
      return
    default:
      if (random.once(2)) cell.checksumError = 1
      else mutateLength(random.once(2) ? name : value, random)
  }
}

function setBytes(part: CellPart, bytes: Buffer): void {
  part.bytes = bytes
  part.length = bytes.length
}

function setPart(cell: LooseCell, tag: number, bytes: Buffer): void {
  const part = cell.parts.find((candidate) => candidate.tag === tag)
  if (part === undefined) cell.parts.push({ tag, bytes, length: undefined })
  else part.bytes = bytes
}

function edgeTime(random: Choices): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  const now = BigInt(Date.now())
  bytes.writeBigInt64LE(random.pick([...edgeIntegers, now, now + 86_400_000n, now - 86_400_000n]))
  return bytes
}

/** Reorders or repeats parts, or changes a tag. */
function mutateParts(cell: LooseCell, random: Choices): void {
  const part = cell.parts[random.below(cell.parts.length)]
  if (part === undefined) return
  if (random.once(3)) cell.parts.reverse()
  else if (random.once(2)) cell.parts.push(part)
  else part.tag = random.below(16)
}

function mutateLength(part: CellPart | undefined, random: Choices): void {
  if (part?.length === undefined) return
  const wrong = [0, -1, part.length - 1, part.length + 1, 2 ** 31 - 1, -(2 ** 31), random.bits()]
  part.length = random.pick(wrong)
}

function oddName(name: Buffer, row: LooseRow, random: Choices): Buffer {
  switch (random.below(6)) {
    case 0:
      return Buffer.alloc(random.pick(lengths), 'n')
    case 1:
      return mutateBytes(name, name, random)
    case 2:
      return Buffer.of(0xc3)
    case 3:
      return Buffer.from(random.pick(['', ' ', '9a', 'a b', 'pé', '_x', 'a\0', '日本', 'a-b']))
    default:
      return otherName(row, random) ?? name
  }
}

/** The name of another cell: a duplicate, or the name of a key column. */
function otherName(row: LooseRow, random: Choices): Buffer | undefined {
  const cells = row.sections[random.below(row.sections.length)]?.cells ?? []
  const cell = cells[random.below(cells.length)]
  return cell?.parts.find((part) => part.tag === CellTag.NAME)?.bytes
}

function oddValue(value: Variant, random: Choices): Buffer {
  switch (random.below(9)) {
    case 0:
      return anyValue(random)
    case 1:
      return random.pick([infMin(), infMax(), autoIncrement(), Buffer.of(VariantType.NULL)])
    case 2:
      return mutateBytes(value, value, random)
    case 3:
      return random.pick([doubleVariant(Number.NaN), doubleVariant(Number.POSITIVE_INFINITY)])
    case 4:
      return integerVariant(random.pick(edgeIntegers))
    case 5:
      return Buffer.concat([Buffer.of(random.below(16)), value.subarray(1)])
    case 6:
      return Buffer.concat([Buffer.of(VariantType.BOOLEAN), random.bytes(random.below(3))])
    default:
      return longText(random)
  }
}

function longText(random: Choices): Buffer {
  const length = random.once(200) ? LARGE_VALUE + random.below(2) : random.pick(lengths)
  const value = Buffer.alloc(5 + length, random.pick(['a', '\0', '\xff']), 'latin1')
  value[0] = random.pick([VariantType.STRING, VariantType.BLOB])
  value.writeInt32LE(random.once(20) ? length + 1 : length, 1)
  return value
}
