import { type FieldSchema, type IndexSchema, plainField } from '@rowhouse/protocol'

type FieldType = FieldSchema['fieldType']

/** A field of a search index: its type, or its type with options. `fields` are those of a nested field. */
export type IndexField =
  | FieldType
  | (Partial<Omit<FieldSchema, 'fieldName' | 'fieldType' | 'fieldSchemas'>> & {
      readonly type: FieldType
      readonly fields?: Readonly<Record<string, IndexField>>
    })

export interface NewSearchIndex extends Partial<Pick<IndexSchema, 'indexSort'>> {
  readonly fields: Readonly<Record<string, IndexField>>
  /** Key columns. Rows with equal values are in one partition of the index. */
  readonly routingFields?: readonly string[]
  /** Seconds; -1 for ever. */
  readonly timeToLive?: number
}

export const indexSchemaOf = ({
  fields,
  routingFields = [],
  indexSort,
}: NewSearchIndex): IndexSchema => ({
  fieldSchemas: fieldsOf(fields),
  indexSetting: {
    numberOfShards: undefined,
    routingFields,
    routingPartitionSize: undefined,
    enableCustomColumnVersion: undefined,
  },
  indexSort,
})

export const fieldsOf = (fields: NewSearchIndex['fields']): FieldSchema[] =>
  Object.entries(fields).map(([name, field]) => fieldOf(name, field))

function fieldOf(name: string, field: IndexField): FieldSchema {
  if (typeof field === 'string') return plainField(name, field)
  const { type, fields = {}, ...options } = field
  return plainField(name, type, { ...options, fieldSchemas: fieldsOf(fields) })
}
