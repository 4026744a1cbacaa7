import type { FieldSchema, IndexSchema } from '@rowhouse/protocol'

/** Spaces around field names are ignored, as the Node.js SDK's highlight test shows. */
export const withTrimmedNames = (schema: IndexSchema): IndexSchema => ({
  ...schema,
  fieldSchemas: schema.fieldSchemas.map(trimmedField),
})

export const trimmedField = (field: FieldSchema): FieldSchema => ({
  ...field,
  fieldName: field.fieldName.trim(),
  fieldSchemas: field.fieldSchemas.map(trimmedField),
})
