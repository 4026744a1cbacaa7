import type { IndexMeta, SseSpecification } from '@rowhouse/protocol'
import { decodeCatalogRecord, encodeCatalogRecord } from './catalog-record.js'
import type { JsonReader } from './json-reader.js'
import type {
  IndexOf,
  PrimaryKeyColumn,
  SearchIndexDescription,
  TableDescription,
} from './table-description.js'

/** The stored form of a table's description: a catalogue record with the same member names. */
export const encodeDescription = (description: TableDescription): Buffer =>
  encodeCatalogRecord(description)

export const decodeDescription = (value: Buffer): TableDescription => {
  const record = decodeCatalogRecord(value)
  return {
    id: record.member('id').number(),
    instance: record.member('instance').string(),
    name: record.member('name').string(),
    primaryKey: record.member('primaryKey').list(readPrimaryKeyColumn),
    definedColumns: record.member('definedColumns').list(readDefinedColumn),
    options: readOptions(record.member('options')),
    reserved: readReserved(record.member('reserved')),
    stream: readStream(record.member('stream')),
    sse: record.member('sse').optional(readSse),
    indexes: record.member('indexes').list(readIndex),
    index: record.member('index').optional(readIndexOf),
    // Version 0.1.0 had no search indexes.
    searchIndexes:
      record.member('searchIndexes').optional((list) => list.list(readSearchIndex)) ?? [],
    nextSearchIndex: record.member('nextSearchIndex').optional((next) => next.number()) ?? 1,
    splitPoints: record.member('splitPoints').list((point) => point.bytes()),
    localTransactions: record.member('localTransactions').boolean(),
    createdAt: record.member('createdAt').bigint(),
  }
}

const readPrimaryKeyColumn = (column: JsonReader): PrimaryKeyColumn => ({
  name: column.member('name').string(),
  type: column.member('type').oneOf(['INTEGER', 'STRING', 'BINARY']),
  autoIncrement: column.member('autoIncrement').boolean(),
})

const readDefinedColumn = (column: JsonReader): TableDescription['definedColumns'][number] => ({
  name: column.member('name').string(),
  type: column.member('type').oneOf(['INTEGER', 'DOUBLE', 'BOOLEAN', 'STRING', 'BLOB']),
})

const readOptions = (options: JsonReader): TableDescription['options'] => ({
  timeToLive: options.member('timeToLive').number(),
  maxVersions: options.member('maxVersions').number(),
  deviation: options.member('deviation').bigint(),
  allowUpdate: options.member('allowUpdate').boolean(),
  updateFullRow: options.member('updateFullRow').boolean(),
})

const readReserved = (reserved: JsonReader): TableDescription['reserved'] => ({
  read: reserved.member('read').number(),
  write: reserved.member('write').number(),
  lastIncrease: reserved.member('lastIncrease').number(),
  lastDecrease: reserved.member('lastDecrease').optional((time) => time.number()),
  decreases: reserved.member('decreases').optional((count) => count.number()),
})

const readStream = (stream: JsonReader): TableDescription['stream'] => ({
  enabled: stream.member('enabled').boolean(),
  id: stream.member('id').optional((id) => id.string()),
  expirationHours: stream.member('expirationHours').number(),
  lastEnabled: stream.member('lastEnabled').bigint(),
  columns: stream.member('columns').list((name) => name.string()),
})

const readSse = (sse: JsonReader): SseSpecification => ({
  enable: sse.member('enable').boolean(),
  keyType: sse.member('keyType').optional((type) => type.number()),
  keyId: sse.member('keyId').optional((id) => id.bytes()),
  roleArn: sse.member('roleArn').optional((arn) => arn.bytes()),
})

const readIndex = (index: JsonReader): IndexMeta => ({
  name: index.member('name').string(),
  primaryKey: index.member('primaryKey').list((name) => name.string()),
  definedColumns: index.member('definedColumns').list((name) => name.string()),
  updateMode: index.member('updateMode').oneOf(['ASYNC', 'SYNC']),
  type: index.member('type').oneOf(['GLOBAL', 'LOCAL']),
  syncPhase: index.member('syncPhase').optional((phase) => phase.oneOf(['FULL', 'INCR'])),
})

const readIndexOf = (index: JsonReader): IndexOf => ({
  tableId: index.member('tableId').number(),
  table: index.member('table').string(),
  type: index.member('type').oneOf(['GLOBAL', 'LOCAL']),
  hasBaseData: index.member('hasBaseData').boolean(),
})

const readSearchIndex = (index: JsonReader): SearchIndexDescription => ({
  number: index.member('number').number(),
  name: index.member('name').string(),
  schema: index.member('schema').bytes(),
  timeToLive: index.member('timeToLive').number(),
  source: index.member('source').optional((name) => name.string()),
  flowWeights: index.member('flowWeights').list((weight) => ({
    index: weight.member('index').string(),
    weight: weight.member('weight').number(),
  })),
  createdAt: index.member('createdAt').number(),
})
