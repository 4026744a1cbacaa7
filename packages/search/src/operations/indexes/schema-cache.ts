import type { SearchIndexDescription } from '@rowhouse/engine'
import { type IndexSchema, decodeIndexSchema } from '@rowhouse/protocol'

/**
 * Schemas are stored as bytes and decoded once. Every change replaces a description, so its schema
 * never changes.
 */
export class SchemaCache {
  readonly #schemas = new WeakMap<SearchIndexDescription, IndexSchema>()

  of(index: SearchIndexDescription): IndexSchema {
    const known = this.#schemas.get(index)
    if (known !== undefined) return known
    const schema = decodeIndexSchema(index.schema)
    this.#schemas.set(index, schema)
    return schema
  }
}
