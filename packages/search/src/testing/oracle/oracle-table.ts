import {
  type OpenEngine,
  createTable,
  deleteRow,
  getRange,
  putRow,
  updateRow,
} from '@rowhouse/engine'
import { createTableRequest, keyColumn, tableOptions } from '@rowhouse/engine/testing'
import {
  CellOperation,
  type PlainBufferCell,
  type PlainBufferRow,
  type Variant,
  decodeRows,
  encodeRow,
  infMax,
  infMin,
  integerVariant,
  stringVariant,
} from '@rowhouse/protocol'
import type { OracleKey, OracleWrite } from './oracle-rows.js'
import type { OracleSchema } from './oracle-schema.js'

export const INSTANCE = 'oracle'
export const TABLE = 'rows'

const PARTITIONS = 5
const PREFIXES = ['', 'b', '沈', '\u{1f600}'] as const

const cell = (
  name: string,
  value: Variant | undefined,
  operation?: CellOperation,
): PlainBufferCell => ({
  name,
  value,
  operation,
  timestamp: undefined,
})

const unconditional = {
  condition: { rowExistence: 'IGNORE', columnCondition: undefined },
  returnContent: undefined,
  transactionId: undefined,
} as const

/** The table that a run changes, with the operations that clients call. */
export class OracleTable {
  readonly #engine: OpenEngine
  readonly #schema: OracleSchema

  constructor(engine: OpenEngine, schema: OracleSchema) {
    this.#engine = engine
    this.#schema = schema
  }

  async create(): Promise<void> {
    const primaryKey =
      this.#schema.key === 'text'
        ? [keyColumn('pk')]
        : [keyColumn('p', 'INTEGER'), keyColumn('pk', 'STRING')]
    const options = tableOptions({ timeToLive: -1, maxVersions: 1, allowUpdate: !this.#expires })
    const request = createTableRequest(TABLE, { meta: { primaryKey }, tableOptions: options })
    await createTable(this.#engine, INSTANCE, request)
  }

  /** Writes one row. Rows that expire are never updated, and have a cell with the time of their write. */
  async write({ kind, key, columns, removed }: OracleWrite): Promise<void> {
    const primaryKey = this.#keyCells(key)
    const cells = Object.entries(columns).map(([name, value]) => cell(name, value))
    if (kind === 'delete') {
      const bytes = encodeRow({ primaryKey, cells: [], deleteMarker: true })
      await deleteRow(this.#engine, INSTANCE, {
        ...unconditional,
        tableName: TABLE,
        primaryKey: bytes,
      })
      return
    }
    if (kind === 'put' || this.#expires) {
      const stamped = this.#expires ? [...cells, cell('at', integerVariant(1n))] : cells
      const row = encodeRow({ primaryKey, cells: stamped, deleteMarker: false })
      await putRow(this.#engine, INSTANCE, { ...unconditional, tableName: TABLE, row })
      return
    }
    const gone = removed
      .filter((name) => columns[name] === undefined)
      .map((name) => cell(name, undefined, CellOperation.DELETE_ALL_VERSION))
    if (cells.length + gone.length === 0) return
    const change = { primaryKey, cells: [...cells, ...gone], deleteMarker: false }
    await updateRow(this.#engine, INSTANCE, {
      ...unconditional,
      tableName: TABLE,
      rowChange: encodeRow(change),
    })
  }

  /** All rows, in the order of their keys. */
  async rows(): Promise<PlainBufferRow[]> {
    const names = this.#keyCells(0).map(({ name }) => name)
    const bound = (value: Variant): Buffer =>
      encodeRow({
        primaryKey: names.map((name) => cell(name, value)),
        cells: [],
        deleteMarker: false,
      })
    const rows: PlainBufferRow[] = []
    let start: Buffer | undefined = bound(infMin())
    while (start !== undefined) {
      const page = await getRange(this.#engine, INSTANCE, {
        tableName: TABLE,
        direction: 'FORWARD',
        columnsToGet: [],
        timeRange: undefined,
        maxVersions: 1,
        filter: undefined,
        startColumn: undefined,
        endColumn: undefined,
        limit: undefined,
        inclusiveStartPrimaryKey: start,
        exclusiveEndPrimaryKey: bound(infMax()),
        token: undefined,
        transactionId: undefined,
        dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
        returnEntirePrimaryKeys: true,
      })
      if (page.rows.length > 0) rows.push(...decodeRows(page.rows))
      start = page.nextStartPrimaryKey
    }
    return rows
  }

  get #expires(): boolean {
    return this.#schema.timeToLive >= 0
  }

  #keyCells(key: OracleKey): PlainBufferCell[] {
    const text = `${PREFIXES[key % PREFIXES.length]}${key.toString(3)}`
    const last = cell('pk', stringVariant(text))
    if (this.#schema.key === 'text') return [last]
    return [cell('p', integerVariant(BigInt((key % PARTITIONS) - 2))), last]
  }
}
