import { bytesOfBase64 } from '../base64.js'
import type { FileValue } from '../record.js'
import { type JsonMember, JsonReader, JsonSyntaxError, JsonText } from './lossless-json.js'

export interface ObjectFields {
  readonly names: readonly string[]
  readonly values: readonly FileValue[]
  readonly times?: readonly (bigint | undefined)[]
}

/**
 * The fields of one line. Arrays and objects become text, as search indexes need arrays and nested
 * documents. `{"$binary": "…"}` has bytes in base64, and `{"$versions": [[time, value], …]}` the versions
 * of a column.
 */
export function readObject(line: string): ObjectFields {
  const { names, values } = new JsonReader(line).object()
  if (!values.some((value) => value instanceof JsonText)) {
    return { names, values: values.map(plain) }
  }
  const fields = new FieldList()
  names.forEach((name, i) => {
    const value = values[i]
    if (value === undefined) return
    if (value instanceof JsonText) fields.addNested(name, value)
    else fields.add(name, value, undefined)
  })
  return fields
}

function plain(value: JsonMember): FileValue {
  return value instanceof JsonText ? value.text : value
}

class FieldList implements ObjectFields {
  readonly names: string[] = []
  readonly values: FileValue[] = []
  readonly times: (bigint | undefined)[] = []

  add(name: string, value: FileValue, time: bigint | undefined): void {
    this.names.push(name)
    this.values.push(value)
    this.times.push(time)
  }

  addNested(name: string, nested: JsonText): void {
    const versions = versionsOf(nested)
    if (versions === undefined) {
      this.add(name, nestedValue(nested), undefined)
      return
    }
    for (const version of versions) {
      if (!(version instanceof JsonText)) throw new JsonSyntaxError('a version is no pair')
      const [time, value] = new JsonReader(version.text).array()
      if (typeof time !== 'bigint' || value === undefined) {
        throw new JsonSyntaxError('a version is no pair of time and value')
      }
      this.add(name, value instanceof JsonText ? nestedValue(value) : value, time)
    }
  }
}

function versionsOf({ text }: JsonText): JsonMember[] | undefined {
  if (!text.startsWith('{"$versions"')) return undefined
  const [versions] = new JsonReader(text).object().values
  return versions instanceof JsonText ? new JsonReader(versions.text).array() : undefined
}

/** The bytes of `{"$binary": "…"}`, otherwise the text itself. */
export function nestedValue({ text }: JsonText): FileValue {
  if (!text.startsWith('{"$binary"')) return text
  const { values } = new JsonReader(text).object()
  const [bytes] = values
  return values.length === 1 && typeof bytes === 'string' ? (bytesOfBase64(bytes) ?? text) : text
}
