import type {
  CreateTableRequest,
  PrimaryKeySchema,
  TableMeta,
  TableOptions,
  UpdateTableRequest,
} from '@rowhouse/protocol'

export const keyColumn = (
  name: string,
  type: PrimaryKeySchema['type'] = 'STRING',
  autoIncrement = false,
): PrimaryKeySchema => ({ name, type, autoIncrement })

export const tableOptions = (given: Partial<TableOptions> = {}): TableOptions => ({
  timeToLive: undefined,
  maxVersions: undefined,
  deviationCellVersionInSec: undefined,
  allowUpdate: undefined,
  updateFullRow: undefined,
  ...given,
})

/** A legal request, with the members that a test gives. */
export const createTableRequest = (
  tableName: string,
  given: Partial<CreateTableRequest> & { readonly meta?: Partial<TableMeta> } = {},
): CreateTableRequest => {
  const { meta, ...members } = given
  return {
    tableMeta: { tableName, primaryKey: [keyColumn('pk')], definedColumns: [], ...meta },
    reservedThroughput: { read: 0, write: 0 },
    tableOptions: tableOptions({ timeToLive: -1, maxVersions: 1 }),
    partitions: [],
    streamSpec: undefined,
    sseSpec: undefined,
    indexMetas: [],
    enableLocalTxn: false,
    ...members,
  }
}

export const updateTableRequest = (
  tableName: string,
  given: Partial<UpdateTableRequest>,
): UpdateTableRequest => ({
  tableName,
  reservedThroughput: undefined,
  tableOptions: undefined,
  streamSpec: undefined,
  ...given,
})
