import {
  checkColumnName,
  errors,
  type FieldSchema,
  type IndexSchema,
  limits,
} from '@rowhouse/protocol'
import { compileField, type KeyColumn } from './compile-field.js'
import { compileIndexSort } from './compile-index-sort.js'
import type { FieldLayout, IndexLayout, LevelLayout } from './index-layout.js'
import { schemaError } from './schema-error.js'

/**
 * Compiles a schema for building and searching segments, or says what is wrong with it. Containers
 * disappear: the fields of a JSON object belong to the level around it, and a nested field becomes
 * a level.
 */
export function compileIndexLayout(
  schema: IndexSchema,
  primaryKey: readonly KeyColumn[],
): IndexLayout {
  if (schema.fieldSchemas.length === 0) throw errors.mustNotBeNull('index_schema.field_schemas')
  const compiling: Compiling = {
    primaryKey,
    fields: new Map(),
    levels: new Map(),
    stored: new Set(),
    names: new Set(),
  }
  const rows = levelOf(compiling, { path: '', parent: undefined, depth: 0 }, schema.fieldSchemas)
  const vectors = [...compiling.fields.values()].filter(({ type }) => type === 'VECTOR')
  if (vectors.length > limits.SEARCH_VECTOR_FIELDS_MAX) {
    throw errors.searchTooMany('vector fields', limits.SEARCH_VECTOR_FIELDS_MAX)
  }
  checkRouting(schema, primaryKey)
  const { fields, levels, stored } = compiling
  const storedColumns = [...stored].filter((name) => !primaryKey.some((key) => key.name === name))
  const sort = compileIndexSort(schema.indexSort, fields, levels.size > 0)
  return { rows, fields, levels, storedColumns: storedColumns.sort(), sort }
}

interface Compiling {
  readonly primaryKey: readonly KeyColumn[]
  readonly fields: Map<string, FieldLayout>
  readonly levels: Map<string, LevelLayout>
  readonly stored: Set<string>
  readonly names: Set<string>
}

interface LevelPlace {
  readonly path: string
  readonly parent: string | undefined
  readonly depth: number
}

interface OpenLevel {
  readonly place: LevelPlace
  readonly fields: FieldLayout[]
  readonly children: LevelLayout[]
}

function levelOf(
  compiling: Compiling,
  place: LevelPlace,
  schemas: readonly FieldSchema[],
): LevelLayout {
  if (place.depth > limits.SEARCH_NESTED_DEPTH_MAX) {
    throw errors.searchTooDeep('nested fields', limits.SEARCH_NESTED_DEPTH_MAX)
  }
  const open: OpenLevel = { place, fields: [], children: [] }
  addFields(compiling, open, schemas, place.path, 0)
  const { path, parent } = place
  const level = { path, parent, fields: open.fields, children: open.children }
  if (path !== '') compiling.levels.set(path, level)
  return level
}

function addFields(
  compiling: Compiling,
  open: OpenLevel,
  schemas: readonly FieldSchema[],
  prefix: string,
  jsonDepth: number,
): void {
  if (jsonDepth > limits.SEARCH_NESTED_DEPTH_MAX) {
    throw errors.searchTooDeep('JSON fields', limits.SEARCH_NESTED_DEPTH_MAX)
  }
  for (const schema of schemas) {
    const name = nameOf(compiling, schema, prefix)
    if (schema.store === true && schema.isVirtualField !== true) {
      compiling.stored.add(prefix === '' ? name : outermost(name))
    }
    addField(compiling, open, schema, name, jsonDepth)
  }
}

function addField(
  compiling: Compiling,
  open: OpenLevel,
  schema: FieldSchema,
  name: string,
  jsonDepth: number,
): void {
  const { fieldType, jsonType } = schema
  if (fieldType === 'FLATTENED') throw schemaError(`FLATTENED is not supported, field: ${name}`)
  if (fieldType !== 'NESTED' && fieldType !== 'JSON') {
    const field = compileField(schema, fieldType, {
      name,
      level: open.place.path,
      number: open.fields.length,
      container: open.place.path !== '' || jsonDepth > 0 ? outermost(name) : undefined,
      primaryKey: compiling.primaryKey,
    })
    open.fields.push(field)
    compiling.fields.set(name, field)
    return
  }
  checkContainer(schema, name)
  if (fieldType === 'JSON' && jsonType === undefined) {
    throw errors.mustNotBeNull('field_schema.json_type')
  }
  if (fieldType === 'JSON' && jsonType === 'OBJECT') {
    return addFields(compiling, open, schema.fieldSchemas, name, jsonDepth + 1)
  }
  const { path, depth } = open.place
  const place = { path: name, parent: path, depth: depth + 1 }
  open.children.push(levelOf(compiling, place, schema.fieldSchemas))
}

const outermost = (name: string): string => name.slice(0, name.indexOf('.'))

function nameOf({ names }: Compiling, { fieldName }: FieldSchema, prefix: string): string {
  checkColumnName(fieldName)
  const name = prefix === '' ? fieldName : `${prefix}.${fieldName}`
  // A dot in the name of a sub-field would be ambiguous with a deeper field.
  if (prefix !== '' && fieldName.includes('.')) throw errors.invalidColumnName(fieldName)
  if (names.has(name)) throw schemaError(`field: ${name} is duplicated`)
  names.add(name)
  if (names.size > limits.SEARCH_FIELDS_MAX) {
    throw errors.searchTooMany('fields', limits.SEARCH_FIELDS_MAX)
  }
  return name
}

function checkContainer(schema: FieldSchema, name: string): void {
  const { fieldName, fieldType, fieldSchemas } = schema
  if (fieldName.includes('.')) throw errors.invalidColumnName(fieldName)
  if (schema.isVirtualField === true) {
    throw schemaError(`virtual field is not supported for ${fieldType}, field: ${name}`)
  }
  if (fieldSchemas.length === 0) throw errors.mustNotBeNull('field_schema.field_schemas')
  if (fieldSchemas.length > limits.SEARCH_SUB_FIELDS_MAX) {
    throw errors.searchTooMany(`sub-fields of ${name}`, limits.SEARCH_SUB_FIELDS_MAX)
  }
}

function checkRouting({ indexSetting }: IndexSchema, primaryKey: readonly KeyColumn[]): void {
  for (const field of indexSetting?.routingFields ?? []) {
    if (primaryKey.some(({ name }) => name === field)) continue
    throw schemaError(`routing field: ${field} is no primary key column`)
  }
}
