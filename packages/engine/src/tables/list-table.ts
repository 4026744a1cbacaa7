import type { ListTableReply, ListTableRequest } from '@rowhouse/protocol'
import type { TableParts } from './table-parts.js'

export const listTable = async (
  engine: TableParts,
  instance: string,
  _request: ListTableRequest,
): Promise<ListTableReply> => {
  engine.tableOperations.admit(instance)
  const tables = engine.catalog.list(instance)
  const own = tables.filter(({ description }) => description.index === undefined)
  return { tableNames: own.map(({ description }) => description.name) }
}
