/** What an operation may do: a read-only access key may call the reading ones. */
export type OperationKind = 'read' | 'write'

export interface OperationName {
  /** The path of its requests without the leading slash. */
  readonly name: string
  readonly kind: OperationKind
  /** How its bodies are written. */
  readonly encoding: 'protobuf' | 'json'
}

const protobufReads = [
  'ListTable',
  'DescribeTable',
  'GetRow',
  'BatchGetRow',
  'GetRange',
  'BulkExport',
  'ComputeSplitPointsBySize',
  'ListSearchIndex',
  'DescribeSearchIndex',
  'Search',
  'ComputeSplits',
  'ParallelScan',
  'ListStream',
  'DescribeStream',
  'GetShardIterator',
  'GetStreamRecord',
  'tunnel/list',
  'tunnel/describe',
  'tunnel/getcheckpoint',
  'tunnel/readrecords',
  'tunnel/getrpo',
  'tunnel/getrpobyoffset',
  'DescribeDeliveryTask',
  'ListDeliveryTask',
  'ListTimeseriesTable',
  'DescribeTimeseriesTable',
  'GetTimeseriesData',
  'QueryTimeseriesMeta',
  'DescribeTimeseriesAnalyticalStore',
  'SplitTimeseriesScanTask',
  'ScanTimeseriesData',
  'DescribeGlobalTable',
] as const

/** SQLQuery counts as a write because its statements also create and drop mappings. */
const protobufWrites = [
  'CreateTable',
  'DeleteTable',
  'UpdateTable',
  'AddDefinedColumn',
  'DeleteDefinedColumn',
  'PutRow',
  'UpdateRow',
  'DeleteRow',
  'BatchWriteRow',
  'BulkImport',
  'CreateIndex',
  'DropIndex',
  'CreateSearchIndex',
  'DeleteSearchIndex',
  'UpdateSearchIndex',
  'SQLQuery',
  'StartLocalTransaction',
  'CommitTransaction',
  'AbortTransaction',
  'tunnel/create',
  'tunnel/delete',
  'tunnel/connect',
  'tunnel/heartbeat',
  'tunnel/shutdown',
  'tunnel/checkpoint',
  'tunnel/schedule',
  'CreateDeliveryTask',
  'DeleteDeliveryTask',
  'UpdateDeliveryTask',
  'CreateTimeseriesTable',
  'DeleteTimeseriesTable',
  'UpdateTimeseriesTable',
  'PutTimeseriesData',
  'UpdateTimeseriesMeta',
  'DeleteTimeseriesMeta',
  'CreateTimeseriesAnalyticalStore',
  'UpdateTimeseriesAnalyticalStore',
  'DeleteTimeseriesAnalyticalStore',
  'CreateTimeseriesLastpointIndex',
  'DeleteTimeseriesLastpointIndex',
  'CreateGlobalTable',
  'BindGlobalTable',
  'UnbindGlobalTable',
  'UpdateGlobalTable',
] as const

/** Knowledge bases and memory stores: the Node SDK alone calls these. */
const jsonReads = [
  'DescribeKnowledgeBase',
  'ListKnowledgeBase',
  'GetDocument',
  'ListDocuments',
  'Retrieve',
  'ListChunks',
  'GetMemoryStore',
  'ListMemoryStores',
  'SearchMemories',
  'ListMemories',
  'GetMemory',
  'ListMemoryStoreMessages',
  'ListMemoryStoreRequests',
] as const

const jsonWrites = [
  'CreateKnowledgeBase',
  'DeleteKnowledgeBase',
  'UpdateKnowledgeBase',
  'AddDocuments',
  'DeleteDocuments',
  'UpdateDocument',
  'UpdateChunks',
  'CreateMemoryStore',
  'UpdateMemoryStore',
  'DeleteMemoryStore',
  'AddMemories',
  'UpdateMemory',
  'DeleteMemory',
] as const

function operations(
  names: readonly string[],
  kind: OperationKind,
  encoding: OperationName['encoding'],
): OperationName[] {
  return names.map((name) => ({ name, kind, encoding }))
}

/** Every operation that some official SDK calls. */
export const operationNames: readonly OperationName[] = [
  ...operations(protobufReads, 'read', 'protobuf'),
  ...operations(protobufWrites, 'write', 'protobuf'),
  ...operations(jsonReads, 'read', 'json'),
  ...operations(jsonWrites, 'write', 'json'),
]
