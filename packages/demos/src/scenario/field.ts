import TableStore from 'tablestore'

type FieldSchema = TableStore.FieldSchema

const { FieldType } = TableStore
const sortable = { index: true, enableSortAndAgg: true } as const

export const keyword = (fieldName: string): FieldSchema => ({
  fieldName,
  fieldType: FieldType.KEYWORD,
  ...sortable,
})

export const longField = (fieldName: string): FieldSchema => ({
  fieldName,
  fieldType: FieldType.LONG,
  ...sortable,
})

export const doubleField = (fieldName: string): FieldSchema => ({
  fieldName,
  fieldType: FieldType.DOUBLE,
  ...sortable,
})

export const geoPoint = (fieldName: string): FieldSchema => ({
  fieldName,
  fieldType: FieldType.GEO_POINT,
  ...sortable,
})

/** Without an analyzer of its own a text is taken apart into single words. */
export const text = (fieldName: string): FieldSchema => ({
  fieldName,
  fieldType: FieldType.TEXT,
  index: true,
})

/** The words of a column that is a keyword under its own name. */
export const wordsOf = (fieldName: string, column: string): FieldSchema => ({
  ...text(fieldName),
  isVirtualField: true,
  sourceFieldNames: [column],
})

export const children = (fieldName: string, fieldSchemas: readonly FieldSchema[]): FieldSchema => ({
  fieldName,
  fieldType: FieldType.NESTED,
  fieldSchemas,
})
