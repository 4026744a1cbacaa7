import { CellOperation, type PlainBufferCell, type PlainBufferRow } from '../plain-buffer/row.js'
import {
  autoIncrement,
  blobVariant,
  booleanVariant,
  doubleVariant,
  infMax,
  infMin,
  integerVariant,
  stringVariant,
  type Variant,
} from '../values/variant.js'

/** A row and the bytes that the official Node.js and Python SDKs write for it. */
export interface WorkedRow {
  readonly title: string
  readonly hex: string
  readonly row: PlainBufferRow
  /** Zero bytes that the Node SDK sends behind it. */
  readonly padding: number
}

function cell(
  name: string,
  value?: Variant,
  operation?: CellOperation,
  timestamp?: bigint,
): PlainBufferCell {
  return { name, value, operation, timestamp }
}

const k1 = [cell('pk', stringVariant('k1'))]
const K1 = '75000000 01 03 04 02000000 706b 05 07000000 03 02000000 6b31 0a 4c'
const time = 1_700_000_000_000n

export const workedRows: readonly WorkedRow[] = [
  {
    title: 'a primary key',
    hex: `75000000 01
      03 04 03000000 676964 05 09000000 00 0100000000000000 0a 2a
      03 04 03000000 756964 05 06000000 03 01000000 61 0a 99
      09 98`,
    row: {
      primaryKey: [cell('gid', integerVariant(1n)), cell('uid', stringVariant('a'))],
      cells: [],
      deleteMarker: false,
    },
    padding: 0,
  },
  {
    title: 'a put of every type',
    hex: `${K1}
      02 03 04 02000000 6331 05 09000000 00 0a00000000000000 0a 7a
      03 04 02000000 6332 05 09000000 01 000000000000f83f 07 0068e5cf8b010000 0a d1
      03 04 02000000 6333 05 02000000 02 01 0a 1e
      03 04 02000000 6334 05 08000000 07 03000000 0102ff 0a 1b
      03 04 02000000 6335 05 07000000 03 02000000 c3a9 0a 2a
      09 da`,
    row: {
      primaryKey: k1,
      cells: [
        cell('c1', integerVariant(10n)),
        cell('c2', doubleVariant(1.5), undefined, time),
        cell('c3', booleanVariant(true)),
        cell('c4', blobVariant(Buffer.of(1, 2, 255))),
        cell('c5', stringVariant('é')),
      ],
      deleteMarker: false,
    },
    padding: 0,
  },
  {
    title: 'an update with every operation',
    hex: `${K1}
      02 03 04 01000000 61 05 06000000 03 01000000 78 0a 4d
      03 04 01000000 62 06 03 07 0068e5cf8b010000 0a 66
      03 04 01000000 63 06 01 0a cd
      03 04 01000000 64 05 09000000 00 0500000000000000 06 04 0a c6
      09 0f`,
    row: {
      primaryKey: k1,
      cells: [
        cell('a', stringVariant('x')),
        cell('b', undefined, CellOperation.DELETE_ONE_VERSION, time),
        cell('c', undefined, CellOperation.DELETE_ALL_VERSION),
        cell('d', integerVariant(5n), CellOperation.INCREMENT),
      ],
      deleteMarker: false,
    },
    padding: 5,
  },
  {
    title: 'a deletion',
    hex: `${K1} 08 09 a0`,
    row: { primaryKey: k1, cells: [], deleteMarker: true },
    padding: 0,
  },
  {
    title: 'the bounds of a range',
    hex: `75000000 01 03 04 03000000 676964 05 01000000 09 0a 56
      03 04 03000000 756964 05 01000000 0a 0a 14 09 5a`,
    row: {
      primaryKey: [cell('gid', infMin()), cell('uid', infMax())],
      cells: [],
      deleteMarker: false,
    },
    padding: 2,
  },
  {
    title: 'an auto-increment placeholder',
    hex: `75000000 01 03 04 03000000 676964 05 09000000 00 feffffffffffffff 0a fd
      03 04 02000000 6964 05 01000000 0b 0a 6f 09 cb`,
    row: {
      primaryKey: [cell('gid', integerVariant(-2n)), cell('id', autoIncrement())],
      cells: [],
      deleteMarker: false,
    },
    padding: 1,
  },
]

/** Bytes from hexadecimal text with spaces. */
export function bytesOfHex(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')
}
