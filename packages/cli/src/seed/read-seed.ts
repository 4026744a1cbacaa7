import { readFile } from 'node:fs/promises'
import {
  type AnyTable,
  type CreateTableOptions,
  type NewSearchIndex,
  type TableSchema,
  UsageError,
  defineTable,
} from '@rowhouse/client'
import type { JsonPath } from '@rowhouse/shell'
import { faultOfFile } from '../fault-of-file.js'
import { type SeedJson, parseSeedJson } from './seed-json.js'
import { type SeedRow, readRow } from './read-rows.js'
import { SeedError } from './seed-error.js'
import { type SeedTableShape, describeIssue, firstIssue, seedShape } from './seed-shape.js'

/** A table of a seed file. */
export interface SeedTable {
  readonly schema: AnyTable
  readonly options: CreateTableOptions
  readonly searchIndexes: Readonly<Record<string, NewSearchIndex>>
  readonly rows: readonly SeedRow[]
  /** Its place in the file. */
  readonly place: string
}

/** Reads and checks a whole seed file. Throws SeedError with the place of the first error. */
export async function readSeed(file: string): Promise<readonly SeedTable[]> {
  return parseSeed(await textOf(file), file)
}

export function parseSeed(text: string, file: string): readonly SeedTable[] {
  const located = parseSeedJson(text, file)
  const parsed = seedShape.safeParse(located.value)
  if (!parsed.success) {
    const issue = firstIssue(parsed.error.issues)
    const path = issue?.path.filter((step) => typeof step !== 'symbol') ?? []
    throw wrong(located, path, issue === undefined ? 'is no seed' : describeIssue(issue))
  }
  return Object.entries(parsed.data.tables).map(([name, table]) => tableOf(located, name, table))
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const fault = faultOfFile(error, file)
    throw fault === undefined ? error : new SeedError(fault)
  }
}

function tableOf(located: SeedJson, name: string, table: SeedTableShape): SeedTable {
  const { key, columns = {}, indexes = {}, searchIndexes = {}, rows = [] } = table
  const schema = schemaOf(located, { name, key, columns })
  const { timeToLive, maxVersions, localTransactions } = table
  return {
    schema,
    options: {
      ...(timeToLive !== undefined && { timeToLive }),
      ...(maxVersions !== undefined && { maxVersions }),
      ...(localTransactions !== undefined && { localTransactions }),
      definedColumns: Object.keys(columns),
      indexes: Object.entries(indexes).map(
        ([index, { key: indexKey, columns: more = [], type }]) => ({
          name: index,
          key: indexKey,
          columns: more,
          ...(type !== undefined && { type }),
        }),
      ),
    },
    searchIndexes,
    rows: rows.map((written, i) => rowOf(located, schema, written, i)),
    place: located.placeOf(['tables', name]),
  }
}

function schemaOf(located: SeedJson, schema: TableSchema): TableSchema {
  try {
    return defineTable(schema)
  } catch (error) {
    if (error instanceof UsageError) {
      throw new SeedError(`${located.placeOf(['tables', schema.name, 'key'])}: ${error.message}`)
    }
    throw error
  }
}

function rowOf(
  located: SeedJson,
  schema: TableSchema,
  written: Readonly<Record<string, unknown>>,
  i: number,
): SeedRow {
  const read = readRow(schema, written)
  if (read.isOk) return read.row
  const column = read.column === undefined ? [] : [read.column]
  throw wrong(located, ['tables', schema.name, 'rows', i, ...column], read.problem)
}

/** `seed.jsonc:12:7: tables.orders.rows[0].price must be a number` */
function wrong(located: SeedJson, path: JsonPath, problem: string): SeedError {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  const what = steps.join('').replace(/^\./, '')
  return new SeedError(`${located.placeOf(path)}: ${what === '' ? 'the file' : what} ${problem}`)
}
