import {
  type Condition,
  type PlainBufferCell,
  type PlainBufferRow,
  type Variant,
  VariantType,
  encodeRow,
  integerOf,
  integerVariant,
  plainCell,
  stringOf,
  stringVariant,
  variantType,
} from '@rowhouse/protocol'
import type { Columns, FoundRow, RowKey } from './service.js'

export const keyCells = (partition: Variant, row: Variant): PlainBufferCell[] => [
  plainCell('partition', partition),
  plainCell('row', row),
]

export const cellsOfKey = ({ partition, row }: RowKey): PlainBufferCell[] =>
  keyCells(stringVariant(partition), integerVariant(BigInt(row)))

export const variantOf = (value: string | number): Variant =>
  typeof value === 'string' ? stringVariant(value) : integerVariant(BigInt(value))

export const cellsOf = (columns: Columns): PlainBufferCell[] =>
  Object.entries(columns).map(([name, value]) => plainCell(name, variantOf(value)))

export const rowBytes = (
  primaryKey: readonly PlainBufferCell[],
  cells: readonly PlainBufferCell[] = [],
  deleteMarker = false,
): Buffer => encodeRow({ primaryKey, cells, deleteMarker })

export const columnsOf = (row: PlainBufferRow): Columns =>
  Object.fromEntries(
    row.cells.flatMap(({ name, value }) => (value === undefined ? [] : [[name, plain(value)]])),
  )

const plain = (value: Variant): string | number =>
  variantType(value) === VariantType.INTEGER ? Number(integerOf(value)) : stringOf(value)

export const foundRow = (row: PlainBufferRow): FoundRow => {
  const [partition, number] = row.primaryKey
  const key = {
    partition: partition?.value === undefined ? '' : stringOf(partition.value),
    row: number?.value === undefined ? -1 : Number(integerOf(number.value)),
  }
  return { key, columns: columnsOf(row) }
}

export const unconditional: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }
