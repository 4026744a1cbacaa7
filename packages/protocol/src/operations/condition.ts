import { errors } from '../errors/registry.js'
import type { ProtoReader } from '../protobuf/proto-reader.js'
import type { ProtoWriter } from '../protobuf/proto-writer.js'
import type { Condition, ReturnContent, ReturnType, RowExistence } from './shared.js'

const rowExistences: readonly RowExistence[] = ['IGNORE', 'EXPECT_EXIST', 'EXPECT_NOT_EXIST']
const returnTypes: readonly ReturnType[] = ['RT_NONE', 'RT_PK', 'RT_AFTER_MODIFY']

export function readCondition(reader: ProtoReader): Condition {
  let expectation: number | undefined
  let columnCondition: Buffer | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) expectation = reader.int32()
    else if (reader.isBytes(2)) columnCondition = reader.bytes()
    else reader.skip()
  }
  const rowExistence = rowExistences[reader.required(expectation)]
  if (rowExistence === undefined) {
    throw errors.parameterInvalid(`Invalid row-existence expectation: ${expectation}.`)
  }
  return { rowExistence, columnCondition }
}

export function writeCondition(writer: ProtoWriter, field: number, condition: Condition): void {
  const mark = writer.begin(field, (condition.columnCondition?.length ?? 0) + 8)
  writer.int32(1, rowExistences.indexOf(condition.rowExistence))
  writer.bytes(2, condition.columnCondition)
  writer.end(mark)
}

export function readReturnContent(reader: ProtoReader): ReturnContent {
  let type = 0
  const returnColumnNames: string[] = []
  while (reader.next()) {
    if (reader.isVarint(1)) type = reader.int32()
    else if (reader.isBytes(2)) returnColumnNames.push(reader.string())
    else reader.skip()
  }
  const returnType = returnTypes[type]
  if (returnType === undefined) throw errors.parameterInvalid(`Invalid return type: ${type}.`)
  return { returnType, returnColumnNames }
}

export function writeReturnContent(
  writer: ProtoWriter,
  field: number,
  content: ReturnContent | undefined,
): void {
  if (content === undefined) return
  const mark = writer.begin(field)
  writer.int32(1, returnTypes.indexOf(content.returnType))
  writer.strings(2, content.returnColumnNames)
  writer.end(mark)
}
