import * as engine from '@rowhouse/engine'
import type { Engine } from '@rowhouse/engine'
import * as protocol from '@rowhouse/protocol'
import type { OperationCodec, PageReply } from '@rowhouse/protocol'
import type { SearchCall, SearchService } from '@rowhouse/search'
import type { ColumnHeat } from './column-heat/column-heat.js'
import {
  type TouchedRow,
  touchedByBatchGet,
  touchedByBatchWrite,
  touchedByGet,
  touchedByPut,
  touchedByRange,
  touchedBySearch,
  touchedByUpdate,
} from './column-heat/touched-rows.js'
import type { Call } from './door/messages.js'
import type { OperationAccess } from './door/operation-access.js'
import { encodePage } from './encode-page.js'
import type { LoadedSearch, SearchHost } from './search-host.js'
import type { Stages } from './stages.js'

/** The parts that operations work on. */
export interface Served {
  readonly engine: Engine
  readonly search: SearchHost
  readonly heat: ColumnHeat
}

/** One operation that this server answers. */
export interface Operation {
  readonly name: string
  readonly access: 'read' | 'write'
  /** Allowed when the disk is almost full, because it frees space. */
  readonly freesSpace: boolean
  readonly run: (served: Served, call: Call, stages: Stages) => Promise<Buffer>
}

type Execute<Request, Reply> = (
  engine: Engine,
  instance: string,
  request: Request,
) => Promise<Reply>

/** The rows and columns that a successful call has touched. */
type Touches<Request, Reply> = (request: Request, reply: Reply) => TouchedRow[]

function countHeat<Request, Reply>(
  { engine, heat }: Served,
  instance: string,
  touches: Touches<Request, Reply> | undefined,
  request: Request,
  reply: Reply,
): void {
  if (touches === undefined) return
  const calls = heat.take()
  if (calls === 0) return
  const idOf = (table: string) => engine.catalog.find(instance, table)?.description.id
  heat.add(calls, touches(request, reply), idOf)
}

function serve<Request, Reply>(
  access: 'read' | 'write',
  codec: OperationCodec<Request, Reply>,
  execute: Execute<Request, Reply>,
  touches?: Touches<Request, Reply>,
): Operation {
  return {
    name: codec.name,
    access,
    freesSpace: codec.name === 'DeleteTable' || codec.name === 'DropIndex',
    run: async (served, { instance, body }, stages) => {
      const request = codec.decodeRequest(body)
      stages.request = request
      const reply = await execute(served.engine, instance, request)
      stages.executed()
      countHeat(served, instance, touches, request, reply)
      return codec.encodeReply(reply)
    },
  }
}

/** Serves pages of rows. */
function servePages<Request, Reply extends PageReply>(
  codec: OperationCodec<Request, Reply>,
  execute: Execute<Request, Reply>,
  touches?: Touches<Request, Reply>,
): Operation {
  return {
    ...serve('read', codec, execute),
    run: async (served, { instance, body }, stages) => {
      const request = codec.decodeRequest(body)
      stages.request = request
      const reply = await execute(served.engine, instance, request)
      stages.executed()
      // Counted before encoding, which frees the memory of the rows.
      countHeat(served, instance, touches, request, reply)
      return encodePage(codec, reply, served.engine.turns)
    },
  }
}

type ExecuteSearch<Request, Reply> = (
  service: SearchService,
  instance: string,
  request: Request,
  call: SearchCall,
) => Promise<Reply>

/** Serves search indexes, whose code is loaded when it is first needed. */
function serveSearch<Request, Reply>(
  access: 'read' | 'write',
  codec: OperationCodec<Request, Reply>,
  choose: (operations: LoadedSearch['operations']) => ExecuteSearch<Request, Reply>,
  touches?: Touches<Request, Reply>,
): Operation {
  return {
    name: codec.name,
    access,
    freesSpace: codec.name === 'DeleteSearchIndex',
    run: async (served, call, stages) => {
      const { engine, search } = served
      const request = codec.decodeRequest(call.body)
      stages.request = request
      const { operations, service } = await search.load()
      const { memory } = engine
      const own = { ...service, engine: { ...service.engine, memory } }
      const reply = await choose(operations)(own, call.instance, request, {
        waitsForIndex: call.waitsForIndex,
        onStage: stages.searched,
      })
      stages.executed()
      countHeat(served, call.instance, touches, request, reply)
      return codec.encodeReply(reply)
    },
  }
}

/** Search indexes depend on the options of their table. */
const updateTable: Operation = {
  ...serve('write', protocol.updateTable, engine.updateTable),
  run: async (served, { instance, body }, stages) => {
    const request = protocol.updateTable.decodeRequest(body)
    stages.request = request
    const reply = await engine.updateTable(served.engine, instance, request)
    await served.search.tableChanged(instance, request.tableName)
    stages.executed()
    return protocol.updateTable.encodeReply(reply)
  },
}

/** Every operation that is served: decode, the engine's function, encode. */
const served: readonly Operation[] = [
  serve('write', protocol.createTable, engine.createTable),
  serve('read', protocol.listTable, engine.listTable),
  serve('read', protocol.describeTable, engine.describeTable),
  updateTable,
  serve('write', protocol.deleteTable, engine.deleteTable),
  serve('write', protocol.addDefinedColumn, engine.addDefinedColumn),
  serve('write', protocol.deleteDefinedColumn, engine.deleteDefinedColumn),
  serve('write', protocol.createIndex, engine.createIndex),
  serve('write', protocol.dropIndex, engine.dropIndex),
  serve('read', protocol.getRow, engine.getRow, touchedByGet),
  serve('write', protocol.putRow, engine.putRow, touchedByPut),
  serve('write', protocol.updateRow, engine.updateRow, touchedByUpdate),
  serve('write', protocol.deleteRow, engine.deleteRow),
  serve('read', protocol.batchGetRow, engine.batchGetRow, touchedByBatchGet),
  serve('write', protocol.batchWriteRow, engine.batchWriteRow, touchedByBatchWrite),
  servePages(protocol.getRange, engine.getRange, touchedByRange),
  serve('write', protocol.bulkImport, engine.bulkImport),
  servePages(protocol.bulkExport, engine.bulkExport),
  serve('read', protocol.computeSplitPointsBySize, engine.computeSplitPointsBySize),
  serve('write', protocol.startLocalTransaction, engine.startLocalTransaction),
  serve('write', protocol.commitTransaction, engine.commitTransaction),
  serve('write', protocol.abortTransaction, engine.abortTransaction),
  serveSearch('write', protocol.createSearchIndex, (search) => search.createSearchIndex),
  serveSearch('write', protocol.updateSearchIndex, (search) => search.updateSearchIndex),
  serveSearch('read', protocol.listSearchIndex, (search) => search.listSearchIndex),
  serveSearch('read', protocol.describeSearchIndex, (search) => search.describeSearchIndex),
  serveSearch('write', protocol.deleteSearchIndex, (search) => search.deleteSearchIndex),
  serveSearch('read', protocol.search, (search) => search.search, touchedBySearch),
  serveSearch('read', protocol.computeSplits, (search) => search.computeSplits),
  serveSearch('read', protocol.parallelScan, (search) => search.parallelScan),
]

/** The operations of the service that are not served. They are answered with "Unsupported operation". */
export const gaps: Readonly<Record<string, readonly string[]>> = {
  SQL: ['SQLQuery'],
  streams: ['ListStream', 'DescribeStream', 'GetShardIterator', 'GetStreamRecord'],
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

/** Every operation of the service with the access that a call needs, for the doors. */
export function operationAccesses(): [name: string, access: OperationAccess][] {
  const open = served.map(({ name, access }): [string, OperationAccess] => [name, access])
  const closed = Object.values(gaps).flatMap((names) =>
    names.map((name): [string, OperationAccess] => [name, 'unsupported']),
  )
  return [...open, ...closed]
}
