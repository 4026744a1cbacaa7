import { batchWriteRow, decodeRow, stringOf } from '@rowhouse/protocol'
import { expect, it } from 'vitest'
import { BatchTemplate, encodeBatch } from './batch-template.js'
import { seededRandom, textSource } from './random.js'
import { keyOf, LOADER_SHAPE } from './row-shape.js'
import { RowTemplates } from './row-templates.js'

it('writes the same body as encoding the whole batch', () => {
  const templates = new RowTemplates(LOADER_SHAPE, textSource(seededRandom(3)))
  const counters = [5, 4_000_000, 77]
  const body = new BatchTemplate(templates, 3).body(counters)
  expect(body).toEqual(encodeBatch(counters.map((counter) => templates.row(counter))))
  const [table] = batchWriteRow.decodeRequest(body).tables
  const keys = table?.rows.map(({ rowChange }) => decodeRow(rowChange).primaryKey[0]?.value)
  expect(keys?.map((key) => key && stringOf(key))).toEqual(counters.map(keyOf))
})
