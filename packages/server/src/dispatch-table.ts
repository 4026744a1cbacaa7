import * as engine from '@rowhouse/engine'
import type { Engine } from '@rowhouse/engine'
import * as protocol from '@rowhouse/protocol'
import type { OperationCodec } from '@rowhouse/protocol'
import type { OperationAccess } from './door/operation-access.js'
import type { Stages } from './stages.js'

/** One operation that this server answers. */
export interface Operation {
  readonly name: string
  readonly access: 'read' | 'write'
  /** Goes on when the disk is almost full, because it gives space back. */
  readonly freesSpace: boolean
  readonly run: (engine: Engine, instance: string, body: Buffer, stages: Stages) => Promise<Buffer>
}

type Execute<Request, Reply> = (
  engine: Engine,
  instance: string,
  request: Request,
) => Promise<Reply>

function serve<Request, Reply>(
  access: 'read' | 'write',
  codec: OperationCodec<Request, Reply>,
  execute: Execute<Request, Reply>,
): Operation {
  return {
    name: codec.name,
    access,
    freesSpace: codec.name === 'DeleteTable',
    run: async (engine, instance, body, stages) => {
      const reply = await execute(engine, instance, codec.decodeRequest(body))
      stages.executed()
      return codec.encodeReply(reply)
    },
  }
}

/** Every operation that is served: decode, the engine's function, encode. */
const served: readonly Operation[] = [
  serve('write', protocol.createTable, engine.createTable),
  serve('read', protocol.listTable, engine.listTable),
  serve('read', protocol.describeTable, engine.describeTable),
  serve('write', protocol.updateTable, engine.updateTable),
  serve('write', protocol.deleteTable, engine.deleteTable),
  serve('write', protocol.addDefinedColumn, engine.addDefinedColumn),
  serve('write', protocol.deleteDefinedColumn, engine.deleteDefinedColumn),
  serve('read', protocol.getRow, engine.getRow),
  serve('write', protocol.putRow, engine.putRow),
  serve('write', protocol.updateRow, engine.updateRow),
  serve('write', protocol.deleteRow, engine.deleteRow),
  serve('read', protocol.batchGetRow, engine.batchGetRow),
  serve('write', protocol.batchWriteRow, engine.batchWriteRow),
  serve('read', protocol.getRange, engine.getRange),
]

/** The rest of the service's operations: known gaps, answered "Unsupported operation". */
export const gaps: Readonly<Record<string, readonly string[]>> = {
  'bulk data and splits': ['BulkImport', 'BulkExport', 'ComputeSplitPointsBySize'],
  'secondary indexes': ['CreateIndex', 'DropIndex'],
  'search indexes': [
    'CreateSearchIndex',
    'DeleteSearchIndex',
    'ListSearchIndex',
    'DescribeSearchIndex',
    'UpdateSearchIndex',
    'Search',
    'ComputeSplits',
    'ParallelScan',
  ],
  SQL: ['SQLQuery'],
  streams: ['ListStream', 'DescribeStream', 'GetShardIterator', 'GetStreamRecord'],
  'local transactions': ['StartLocalTransaction', 'CommitTransaction', 'AbortTransaction'],
  tunnels: [
    'tunnel/create',
    'tunnel/delete',
    'tunnel/list',
    'tunnel/describe',
    'tunnel/connect',
    'tunnel/heartbeat',
    'tunnel/shutdown',
    'tunnel/getcheckpoint',
    'tunnel/readrecords',
    'tunnel/checkpoint',
    'tunnel/getrpo',
    'tunnel/getrpobyoffset',
    'tunnel/schedule',
  ],
  'delivery to object storage': [
    'CreateDeliveryTask',
    'DeleteDeliveryTask',
    'DescribeDeliveryTask',
    'ListDeliveryTask',
    'UpdateDeliveryTask',
  ],
  'time series': [
    'CreateTimeseriesTable',
    'ListTimeseriesTable',
    'DeleteTimeseriesTable',
    'DescribeTimeseriesTable',
    'UpdateTimeseriesTable',
    'PutTimeseriesData',
    'GetTimeseriesData',
    'QueryTimeseriesMeta',
    'UpdateTimeseriesMeta',
    'DeleteTimeseriesMeta',
    'CreateTimeseriesAnalyticalStore',
    'UpdateTimeseriesAnalyticalStore',
    'DeleteTimeseriesAnalyticalStore',
    'DescribeTimeseriesAnalyticalStore',
    'CreateTimeseriesLastpointIndex',
    'DeleteTimeseriesLastpointIndex',
    'SplitTimeseriesScanTask',
    'ScanTimeseriesData',
  ],
  'global tables': [
    'CreateGlobalTable',
    'BindGlobalTable',
    'UnbindGlobalTable',
    'DescribeGlobalTable',
    'UpdateGlobalTable',
  ],
  'knowledge bases': [
    'CreateKnowledgeBase',
    'DeleteKnowledgeBase',
    'UpdateKnowledgeBase',
    'DescribeKnowledgeBase',
    'ListKnowledgeBase',
    'AddDocuments',
    'GetDocument',
    'ListDocuments',
    'DeleteDocuments',
    'UpdateDocument',
    'Retrieve',
    'ListChunks',
    'UpdateChunks',
  ],
  'memory stores': [
    'CreateMemoryStore',
    'GetMemoryStore',
    'UpdateMemoryStore',
    'DeleteMemoryStore',
    'ListMemoryStores',
    'AddMemories',
    'SearchMemories',
    'ListMemories',
    'GetMemory',
    'UpdateMemory',
    'DeleteMemory',
    'ListMemoryStoreMessages',
    'ListMemoryStoreRequests',
  ],
}

/** The served operations by name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  served.map((operation) => [operation.name, operation]),
)

/** What the doors are told: every operation of the service once, with what it takes to call it. */
export function operationAccesses(): [name: string, access: OperationAccess][] {
  const open = served.map(({ name, access }): [string, OperationAccess] => [name, access])
  const closed = Object.values(gaps).flatMap((names) =>
    names.map((name): [string, OperationAccess] => [name, 'unsupported']),
  )
  return [...open, ...closed]
}
