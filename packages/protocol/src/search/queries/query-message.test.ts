import { describe } from 'vitest'
import { agrees, type Side, survivesDamage } from '../../testing/agreement.js'
import { loadMessageSchema } from '../../testing/message-schema.js'
import { anyQuery, anySort } from '../../testing/search-query-arbitraries.js'
import { queryForm, sortForm } from '../../testing/search-query-forms.js'
import { decodeMessage, encodeMessage } from '../message.js'
import type { Sort } from '../sort.js'
import { decodeQuery, encodeQuery, type Query, sort } from './query-message.js'

const schema = loadMessageSchema()

describe('queries and sorts', () => {
  const query: Side<Query> = {
    messages: anyQuery,
    form: queryForm,
    encode: encodeQuery,
    decode: decodeQuery,
  }
  const sorts: Side<Sort> = {
    messages: anySort,
    form: sortForm,
    encode: (value) => encodeMessage(sort, value),
    decode: (bytes) => decodeMessage(sort, bytes),
  }
  agrees(schema, 'Query', query)
  survivesDamage('Query', query)
  agrees(schema, 'Sort', sorts)
  survivesDamage('Sort', sorts)
})
