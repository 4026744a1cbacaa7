import {
  type PlainBufferCell,
  type Variant,
  bulkExport,
  bulkImport,
  computeSplitPointsBySize,
  doubleVariant,
  encodeFilter,
  encodeRow,
  integerVariant,
  stringVariant,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import { anyFilter } from './filters.js'
import { texts } from './queries.js'
import type { Seed } from './seed.js'
import { type FuzzTable, fuzzTables, searchedTable } from './tables.js'
import { cell, encodedBound, keyCells, putCells, updateCells } from './values.js'

/** Values of the types of the search index's fields. */
const fittingCells = (random: Choices): PlainBufferCell[] => {
  const text = (): Variant => stringVariant(random.pick(texts))
  const number = BigInt(random.below(40) - 20)
  const nested = JSON.stringify([{ n: Number(number), k: 'key1' }])
  return [
    cell('c0', text()),
    cell('c1', integerVariant(number)),
    cell('c2', stringVariant(`${random.pick(texts)} ${random.pick(texts)}`)),
    cell('c3', doubleVariant(Number(number) / 2)),
    cell('c5', stringVariant(`${random.below(90)},${random.below(180)}`)),
    cell('c6', stringVariant(nested)),
    cell('c7', stringVariant(`20${10 + random.below(15)}-02-03`)),
    cell('c8', stringVariant('[1,0.5,0,-1]')),
    cell('c9', stringVariant(`10.0.0.${random.below(20)}`)),
    cell('c11', stringVariant('["key1","key2"]')),
  ]
}

const cellsFor = (table: FuzzTable, random: Choices): PlainBufferCell[] =>
  table === searchedTable && !random.once(4) ? fittingCells(random) : putCells(random)

const importSeed: Seed = (random) => {
  const table = random.once(3) ? searchedTable : random.pick(fuzzTables)
  const rows = Array.from({ length: 1 + random.below(8) }, () => {
    const type = random.pick(['PUT', 'PUT', 'UPDATE', 'DELETE'] as const)
    const primaryKey = keyCells(table, random, type === 'PUT')
    const cells =
      type === 'PUT' ? cellsFor(table, random) : type === 'UPDATE' ? updateCells(random) : []
    return { type, rowChange: encodeRow({ primaryKey, cells, deleteMarker: type === 'DELETE' }) }
  })
  return bulkImport.encodeRequest({ tableName: table.name, rows })
}

const exportSeed: Seed = (random) => {
  const table = random.pick(fuzzTables)
  const isMatrix = random.once(2)
  return bulkExport.encodeRequest({
    tableName: table.name,
    columnsToGet: isMatrix || random.once(3) ? ['c0', 'c1'] : [],
    inclusiveStartPrimaryKey: encodedBound(table, random, false),
    exclusiveEndPrimaryKey: encodedBound(table, random, true),
    filter: random.once(3) ? encodeFilter(anyFilter(random, random.length(12))) : undefined,
    dataBlockTypeHint: isMatrix ? 'DBT_SIMPLE_ROW_MATRIX' : 'DBT_PLAIN_BUFFER',
  })
}

const pointsSeed: Seed = (random) =>
  computeSplitPointsBySize.encodeRequest({
    tableName: random.pick(fuzzTables).name,
    splitSize: BigInt(1 + random.below(100)),
    splitSizeUnitInByte: random.once(2) ? 1_048_576n : undefined,
    splitPointLimit: random.once(4) ? random.below(10) : undefined,
  })

export const bulkSeeds: Readonly<Record<string, Seed>> = {
  BulkImport: importSeed,
  BulkExport: exportSeed,
  ComputeSplitPointsBySize: pointsSeed,
}
