import { optional, repeated } from '../fields.js'
import { decodeMessage, encodeMessage, type MessageCodec, message } from '../message.js'
import { sort } from '../queries/query-message.js'
import type { Sort } from '../sort.js'
import { bool, embedded, int32, string } from '../wire.js'
import { type FieldSchema, fieldSchema } from './field-schema.js'

export interface IndexSetting {
  readonly numberOfShards: number | undefined
  /** Primary-key columns; equal values share a partition. */
  readonly routingFields: readonly string[]
  readonly routingPartitionSize: number | undefined
  readonly enableCustomColumnVersion: boolean | undefined
}

export interface IndexSchema {
  readonly fieldSchemas: readonly FieldSchema[]
  readonly indexSetting: IndexSetting | undefined
  /** By fields and primary key; undefined means by primary key. */
  readonly indexSort: Sort | undefined
}

const indexSetting: MessageCodec<IndexSetting> = message({
  numberOfShards: optional(1, int32),
  routingFields: repeated(2, string),
  routingPartitionSize: optional(3, int32),
  enableCustomColumnVersion: optional(7, bool),
})

export const indexSchema: MessageCodec<IndexSchema> = message({
  fieldSchemas: repeated(1, embedded(fieldSchema)),
  indexSetting: optional(2, embedded(indexSetting)),
  indexSort: optional(3, embedded(sort)),
})

/** The message alone, for servers that store it. */
export function encodeIndexSchema(schema: IndexSchema): Buffer {
  return encodeMessage(indexSchema, schema, 1024)
}

export function decodeIndexSchema(bytes: Buffer): IndexSchema {
  return decodeMessage(indexSchema, bytes)
}
