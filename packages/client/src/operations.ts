import * as protocol from '@rowhouse/protocol'

/**
 * Every operation that Rowhouse serves, as messages of the protocol, for requests that the typed parts of
 * the client do not cover: `client.call(operations.updateTable, request)`.
 */
export const operations = {
  abortTransaction: protocol.abortTransaction,
  addDefinedColumn: protocol.addDefinedColumn,
  batchGetRow: protocol.batchGetRow,
  batchWriteRow: protocol.batchWriteRow,
  bulkExport: protocol.bulkExport,
  bulkImport: protocol.bulkImport,
  commitTransaction: protocol.commitTransaction,
  computeSplitPointsBySize: protocol.computeSplitPointsBySize,
  computeSplits: protocol.computeSplits,
  createIndex: protocol.createIndex,
  createSearchIndex: protocol.createSearchIndex,
  createTable: protocol.createTable,
  deleteDefinedColumn: protocol.deleteDefinedColumn,
  deleteRow: protocol.deleteRow,
  deleteSearchIndex: protocol.deleteSearchIndex,
  deleteTable: protocol.deleteTable,
  describeSearchIndex: protocol.describeSearchIndex,
  describeTable: protocol.describeTable,
  dropIndex: protocol.dropIndex,
  getRange: protocol.getRange,
  getRow: protocol.getRow,
  listSearchIndex: protocol.listSearchIndex,
  listTable: protocol.listTable,
  parallelScan: protocol.parallelScan,
  putRow: protocol.putRow,
  search: protocol.search,
  startLocalTransaction: protocol.startLocalTransaction,
  updateRow: protocol.updateRow,
  updateSearchIndex: protocol.updateSearchIndex,
  updateTable: protocol.updateTable,
} as const
