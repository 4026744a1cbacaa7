import type { FieldSchema } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { fieldsOfIndex } from '../forms/searchable-fields.js'
import { differenceOf } from './field-difference.js'

const field = (fieldName: string, more: Partial<FieldSchema> = {}): FieldSchema =>
  ({ fieldName, fieldType: 'KEYWORD', fieldSchemas: [], ...more }) as unknown as FieldSchema

test('fields that are missing, changed and added are told, also within others', () => {
  const own = [field('a'), field('b'), field('items', { fieldSchemas: [field('sku')] })]
  const others = [field('a'), field('b', { index: false }), field('items'), field('c')]
  expect(differenceOf(fieldsOfIndex(own), fieldsOfIndex(others))).toEqual([
    { name: 'b', kind: 'changed' },
    { name: 'items.sku', kind: 'missing' },
    { name: 'c', kind: 'added' },
  ])
})
