import { JsonReader, JsonSyntaxError, JsonText, type JsonMember } from '../json/lossless-json.js'
import { readLines } from '../json/read-ndjson.js'
import type { ObjectFields } from '../json/read-object.js'
import type { FileValue, ReadRecord } from '../record.js'

/**
 * The rows of a file from the service's `ts` tool: one JSON object per line, with key values without
 * names. The case of member names does not matter, as in the tool.
 */
export function readTsRows(
  text: AsyncIterable<string>,
  keyNames: readonly string[],
): AsyncGenerator<readonly ReadRecord[], void, undefined> {
  return readLines(text, (line) => readTsRow(line, keyNames))
}

export function readTsRow(line: string, keyNames: readonly string[]): ObjectFields {
  const row = membersOf(line)
  const key = listOf(membersOf(textOf(row.get('pk'))).get('values'))
  if (key.length !== keyNames.length) {
    throw new JsonSyntaxError(`the key has ${key.length} values, not ${keyNames.length}`)
  }
  const names: string[] = [...keyNames]
  const values: FileValue[] = key.map(keyValue)
  const times: (bigint | undefined)[] = key.map(() => undefined)
  const attributes = row.get('attr')
  if (attributes !== undefined && attributes !== null) {
    for (const cell of listOf(membersOf(textOf(attributes)).get('values'))) {
      const members = membersOf(textOf(cell))
      const name = members.get('c')
      if (typeof name !== 'string') throw new JsonSyntaxError('a column has no name')
      const time = members.get('ts')
      names.push(name)
      values.push(cellValue(members))
      times.push(typeof time === 'bigint' ? time : undefined)
    }
  }
  return { names, values, times }
}

/** The value of a cell: a number is a double unless the cell marks it as an integer. */
function cellValue(members: ReadonlyMap<string, JsonMember>): FileValue {
  const value = members.get('v')
  const type = members.get('t')
  if (value === undefined || value instanceof JsonText)
    throw new JsonSyntaxError('a column has no value')
  if (type === 'binary' && typeof value === 'string') return Buffer.from(value, 'base64')
  if (typeof value !== 'bigint') return value
  return members.get('isint') === true || type === 'integer' ? value : Number(value)
}

/**
 * Keys have no doubles. Only our exports mark bytes, because the tool writes no types for key values.
 */
function keyValue(value: JsonMember): FileValue {
  if (!(value instanceof JsonText)) return value
  const bytes = membersOf(value.text).get('$binary')
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64')
  throw new JsonSyntaxError('a key has a value that is no text and no number')
}

function membersOf(text: string): Map<string, JsonMember> {
  const { names, values } = new JsonReader(text).object()
  const members = new Map<string, JsonMember>()
  names.forEach((name, i) => {
    const value = values[i]
    if (value !== undefined) members.set(name.toLowerCase(), value)
  })
  return members
}

function textOf(member: JsonMember | undefined): string {
  if (member instanceof JsonText) return member.text
  throw new JsonSyntaxError('the line is no row of the ts tool')
}

function listOf(member: JsonMember | undefined): JsonMember[] {
  return new JsonReader(textOf(member)).array()
}
