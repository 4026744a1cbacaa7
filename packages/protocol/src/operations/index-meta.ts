import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import type { IndexMeta } from './shared.js'

const updateModes: readonly IndexMeta['updateMode'][] = ['ASYNC', 'SYNC']
const indexTypes: readonly IndexMeta['type'][] = ['GLOBAL', 'LOCAL']
const syncPhases: readonly IndexMeta['syncPhase'][] = [undefined, 'FULL', 'INCR']

/** Absent mode and type mean an asynchronous global index, as the PHP SDK's tests rely on. */
export function readIndexMeta(reader: ProtoReader): IndexMeta {
  let name: string | undefined
  const primaryKey: string[] = []
  const definedColumns: string[] = []
  let updateMode = 0
  let type = 0
  let syncPhase = 0
  while (reader.next()) {
    if (reader.isBytes(1)) name = reader.string()
    else if (reader.isBytes(2)) primaryKey.push(reader.string())
    else if (reader.isBytes(3)) definedColumns.push(reader.string())
    else if (reader.isVarint(4)) updateMode = reader.int32()
    else if (reader.isVarint(5)) type = reader.int32()
    else if (reader.isVarint(6)) syncPhase = reader.int32()
    else reader.skip()
  }
  return {
    name: reader.required(name),
    primaryKey,
    definedColumns,
    updateMode: reader.required(updateModes[updateMode]),
    type: reader.required(indexTypes[type]),
    syncPhase: syncPhases[syncPhase],
  }
}

export function writeIndexMeta(writer: ProtoWriter, field: number, index: IndexMeta): void {
  const mark = writer.begin(field)
  writer.string(1, index.name)
  writer.strings(2, index.primaryKey)
  writer.strings(3, index.definedColumns)
  writer.int32(4, updateModes.indexOf(index.updateMode))
  writer.int32(5, indexTypes.indexOf(index.type))
  if (index.syncPhase !== undefined) writer.int32(6, syncPhases.indexOf(index.syncPhase))
  writer.end(mark)
}
