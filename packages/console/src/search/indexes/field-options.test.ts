import type { IndexSchema } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { type DataObject, completed, trusted } from '../forms/form.js'
import { indexForm } from '../forms/index-forms.js'
import { fieldsOfIndex } from '../forms/searchable-fields.js'
import { abilityWords, optionWords } from './field-options.js'
import { withSettings } from './index-building.js'

const itself = (member: string): string => member

/** Of a field, and of those within it. */
function wordsOf(field: DataObject): readonly (readonly string[])[] {
  const whole = completed(indexForm, withSettings({ fieldSchemas: [field] }))
  return fieldsOfIndex(trusted<IndexSchema>(whole).fieldSchemas).map((each) => [
    ...abilityWords(each, itself),
    ...optionWords(each.schema, itself),
  ])
}

test('a field says what it can do, though its schema has nothing but a type', () => {
  expect(wordsOf({ fieldName: 'status', fieldType: 'KEYWORD' })).toEqual([['index', 'sortAndAgg']])
  expect(wordsOf({ fieldName: 'title', fieldType: 'TEXT' })).toEqual([['index']])
  const hidden = { fieldName: 'total', fieldType: 'LONG', index: false }
  expect(wordsOf(hidden)).toEqual([['sortAndAgg']])
})

test('an analyzer stands with its settings, and a nested field with what is within', () => {
  const sku = {
    fieldName: 'sku',
    fieldType: 'TEXT',
    analyzer: 'split',
    analyzerParameter: { kind: 'split', delimiter: '-' },
    enableHighlighting: true,
  }
  const items = { fieldName: 'items', fieldType: 'NESTED', fieldSchemas: [sku] }
  expect(wordsOf(items)).toEqual([
    [],
    ['index', 'enableHighlighting', 'analyzer split (delimiter: -)'],
  ])
})
