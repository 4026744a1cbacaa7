import { outOfRange } from '@rowhouse/platform'
import { limits } from '@rowhouse/protocol'
import type { Document, FieldValue, LevelDocument } from '../documents/document.js'
import { type RawValue, type ReadValue, valueReader } from './field-values.js'
import type { FieldLayout, IndexLayout, LevelLayout } from './index-layout.js'
import { type JsonObject, type JsonValue, parseJson } from './parse-json.js'
import { RawColumn } from './raw-column.js'

export interface RowColumn {
  readonly name: string
  /** A variant. */
  readonly value: Uint8Array
}

/** Key columns are among the columns. */
export interface RowOfTable {
  /** The encoded row key. */
  readonly key: Uint8Array
  readonly columns: readonly RowColumn[]
  /** Milliseconds since the epoch; undefined lives for ever. */
  readonly expiresAt: number | undefined
}

/** Called once for each field of a row whose value does not fit it. */
export type OnMisfit = (fieldName: string) => void

export type ReadRow = (row: RowOfTable, onMisfit: OnMisfit) => Document

/** A value that does not fit its field leaves out that field, and nothing else. */
export function createRowReader(layout: IndexLayout): ReadRow {
  const { fields, children } = createLevelReaders(layout.rows)
  return ({ key, columns, expiresAt }, onMisfit) => {
    const opened = new Map<string, RawColumn>()
    for (const { name, value } of columns) opened.set(name, new RawColumn(asBuffer(value)))
    const level = {
      values: fields.map((read) => read(opened, onMisfit)),
      children: children.map((read) => read(opened, onMisfit)),
    }
    return { key, level, expiresAt }
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** By name: every column of an image belongs to some field. */
export type Columns = Pick<ReadonlyMap<string, RawColumn>, 'get'>

/** Undefined: the value does not fit, or there is none. */
type Values = readonly FieldValue[] | undefined

export type ReadField = (columns: Columns, onMisfit: OnMisfit) => Values

/** How the fields and children of rows are read, by their numbers; each reads one column. */
export interface LevelReaders {
  readonly fields: readonly ReadField[]
  readonly children: readonly ReadChildren[]
}

export function createLevelReaders(level: LevelLayout): LevelReaders {
  const fields = level.fields.map((field) => {
    const isPart = !field.isVirtual && field.name !== field.sourceColumn
    return isPart ? jsonPartReader(field) : columnReader(field)
  })
  return { fields, children: level.children.map((child) => childColumnReader(child)) }
}

/** A field with a column of its own. */
function columnReader(field: FieldLayout): ReadField {
  const { name, sourceColumn, isArray, type } = field
  const read = valueReader(field)
  return (columns, onMisfit) => {
    const column = columns.get(sourceColumn)
    if (column === undefined) return undefined
    const values = isArray ? arrayValues(column.json(), read) : singleValue(column, type, read)
    if (values === undefined) onMisfit(name)
    return values
  }
}

function singleValue(column: RawColumn, type: FieldLayout['type'], read: ReadValue): Values {
  const { value } = column
  if (value === undefined) return undefined
  if (type === 'VECTOR' && typeof value === 'string') {
    const list = column.json()
    return Array.isArray(list) ? oneOf(read(list)) : undefined
  }
  // Columns have types: a DOUBLE of 1 is no LONG, and an INTEGER no DOUBLE.
  if (type === 'LONG' && column.isDouble) return undefined
  if (type === 'DATE' && column.isDouble) return undefined
  if (type === 'DOUBLE' && typeof value === 'bigint') return undefined
  return oneOf(read(value))
}

const oneOf = (value: FieldValue | undefined): Values => (value === undefined ? undefined : [value])

/** An array's elements; all of them fit or the field is left out. */
function arrayValues(json: JsonValue | undefined, read: ReadValue): Values {
  if (!Array.isArray(json) || json.length > limits.SEARCH_ARRAY_VALUES_MAX) return undefined
  return allValues(json, read)
}

function allValues(list: readonly JsonValue[], read: ReadValue): Values {
  const values: FieldValue[] = []
  for (const element of list) {
    if (element === null) continue
    const raw = rawOf(element)
    const value = raw === undefined ? undefined : read(raw)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

/** Objects are not values of any field. */
function rawOf(value: JsonValue): RawValue | undefined {
  if (value === null) return undefined
  return typeof value !== 'object' || Array.isArray(value) ? value : undefined
}

/** A field inside a JSON column. */
function jsonPartReader(field: FieldLayout): ReadField {
  const { name, sourceColumn } = field
  const readPart = partReader(field, name.slice(sourceColumn.length + 1).split('.'))
  return (columns, onMisfit) => {
    const column = columns.get(sourceColumn)
    if (column === undefined) return undefined
    const json = column.json()
    const isContainer = typeof json === 'object' && json !== null
    const values = isContainer ? readPart(json) : undefined
    if (values === undefined) onMisfit(name)
    return values
  }
}

/** The values at a path in a JSON value; in arrays of objects, those of all objects. */
function partReader(field: FieldLayout, path: readonly string[]): (json: JsonValue) => Values {
  const read = valueReader(field)
  return (json) => {
    const found: JsonValue[] = []
    gather(json, path, 0, found)
    const elements =
      field.type === 'VECTOR' ? found : found.flatMap((value) => listOf(field, value))
    if (elements.length > limits.SEARCH_ARRAY_VALUES_MAX) return undefined
    return allValues(elements, read)
  }
}

/** An array inside JSON may be one, or the text of one as in a column. */
function listOf({ isArray }: FieldLayout, value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value
  const parsed = isArray && typeof value === 'string' ? parseJson(value) : undefined
  return Array.isArray(parsed) ? parsed : [value]
}

function gather(
  json: JsonValue | undefined,
  path: readonly string[],
  depth: number,
  found: JsonValue[],
): void {
  if (json === undefined || json === null) return
  const name = path[depth]
  if (name === undefined) {
    found.push(json)
  } else if (Array.isArray(json)) {
    for (const element of json) gather(element, path, depth, found)
  } else if (typeof json === 'object' && Object.hasOwn(json, name)) {
    gather(json[name], path, depth + 1, found)
  }
}

export type ReadChildren = (columns: Columns, onMisfit: OnMisfit) => readonly LevelDocument[]

/** The column that a nested field of rows reads. */
export const columnOfChildren = ({ path }: LevelLayout): string =>
  path.split('.')[0] ?? outOfRange()

/** A nested field of a row: its column, or a part of a JSON column. */
function childColumnReader(level: LevelLayout): ReadChildren {
  const [column = '', ...path] = level.path.split('.')
  const readLevel = childLevelReader(level)
  return (columns, onMisfit) => {
    const source = columns.get(column)
    if (source === undefined) return []
    const json = source.json()
    if (json !== undefined) return childrenOf(json, path, level, readLevel, onMisfit)
    onMisfit(level.path)
    return []
  }
}

type ReadChild = (child: JsonObject, onMisfit: OnMisfit) => LevelDocument

function childLevelReader(level: LevelLayout): ReadChild {
  const skipped = level.path.length + 1
  const fields = level.fields.map((field) => {
    const readPart = partReader(field, field.name.slice(skipped).split('.'))
    return (child: JsonObject, onMisfit: OnMisfit): Values => {
      const values = readPart(child)
      if (values === undefined) onMisfit(field.name)
      return values
    }
  })
  const children = level.children.map((below) => {
    const path = below.path.slice(skipped).split('.')
    const readLevel = childLevelReader(below)
    return (child: JsonObject, onMisfit: OnMisfit) =>
      childrenOf(child, path, below, readLevel, onMisfit)
  })
  return (child, onMisfit) => ({
    values: fields.map((read) => read(child, onMisfit)),
    children: children.map((read) => read(child, onMisfit)),
  })
}

/**
 * A single object counts as an array of one. A member that is no object, or too many of them,
 * leaves all out.
 */
function childrenOf(
  json: JsonValue,
  path: readonly string[],
  level: LevelLayout,
  readLevel: ReadChild,
  onMisfit: OnMisfit,
): readonly LevelDocument[] {
  const found: JsonValue[] = []
  gather(json, path, 0, found)
  const objects: JsonObject[] = []
  for (const child of found.flat()) {
    if (child === null) continue
    if (typeof child !== 'object' || Array.isArray(child)) {
      onMisfit(level.path)
      return []
    }
    objects.push(child)
  }
  if (objects.length > limits.SEARCH_CHILDREN_MAX) {
    onMisfit(level.path)
    return []
  }
  return objects.map((child) => readLevel(child, onMisfit))
}
