import { type FieldSchema, type FieldType, type IndexSchema, plainField } from '@rowhouse/protocol'

export const ORDER_INDEX = 'orders_index'

/** Eight fields with doc values, one text, one place, and nested tags. */
export const ORDER_SCHEMA: IndexSchema = {
  fieldSchemas: [
    field('customer', 'KEYWORD'),
    field('seller', 'KEYWORD'),
    field('category', 'KEYWORD'),
    field('sku', 'KEYWORD'),
    field('status', 'KEYWORD'),
    field('amount', 'LONG'),
    field('rating', 'DOUBLE'),
    field('createdAt', 'DATE', { dateFormats: ['epoch_millis'] }),
    field('title', 'TEXT', { analyzer: 'single_word', sortAndAgg: undefined }),
    field('place', 'GEO_POINT'),
    field('tags', 'NESTED', {
      sortAndAgg: undefined,
      fieldSchemas: [field('tag', 'KEYWORD'), field('score', 'DOUBLE')],
    }),
  ],
  indexSetting: undefined,
  indexSort: undefined,
}

function field(
  fieldName: string,
  fieldType: FieldType,
  changes: Partial<FieldSchema> = {},
): FieldSchema {
  return plainField(fieldName, fieldType, { index: true, sortAndAgg: true, ...changes })
}
