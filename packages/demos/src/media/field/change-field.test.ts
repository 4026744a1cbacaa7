import { CallError, query } from '@rowhouse/client'
import { startTestClient } from '@rowhouse/practices/testing'
import { plainField } from '@rowhouse/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSample } from '../../load/load-sample.js'
import { mediaSample } from '../media-sample.js'
import { MEDIA_INDEX, mediaTable } from '../media-table.js'
import { type FieldStep, changeField, keepChange, switchBack } from './change-field.js'
import { writeColumn } from './write-column.js'

const ROWS = 300
const sample = mediaSample({ seed: 1, rows: ROWS })

const { client, close } = await startTestClient()
afterAll(close)
beforeAll(() => loadSample(client, sample, { index: 'after', onReport: () => undefined }))

const countMoods = async (): Promise<number | undefined> => {
  const index = client.table(mediaTable).index(MEDIA_INDEX)
  const found = await index.search({
    query: query.term('mood', 'calm'),
    count: true,
    limit: 0,
    waitForIndex: true,
  })
  return found.total
}

test('a field is added and removed while the index answers, and both can be undone', async () => {
  const ids = [0, 7, 11].map((n) => sample.fact(n).id)
  await writeColumn(client, 'mood', new Map(ids.map((id) => [id, 'calm'])))
  await expect(countMoods()).rejects.toThrow(CallError)

  const steps: FieldStep[] = []
  const add = plainField('mood', 'KEYWORD', { index: true, sortAndAgg: true })
  await changeField(client, { add }, { onReport: ({ step }) => steps.push(step) })
  expect([...new Set(steps)].filter((step) => step !== 'syncing')).toEqual([
    'created',
    'tried',
    'switched',
  ])
  expect(await countMoods()).toBe(3)

  await switchBack(client)
  await expect(countMoods()).rejects.toThrow(CallError)
  await switchBack(client)
  const later = sample.fact(20).id
  await writeColumn(client, 'mood', new Map([[later, 'calm']]))
  expect(await countMoods()).toBe(4)
  await keepChange(client)
  expect(await countMoods()).toBe(4)

  await changeField(client, { remove: 'mood' }, { onReport: () => undefined })
  await expect(countMoods()).rejects.toThrow(CallError)
  await switchBack(client)
  expect(await countMoods()).toBe(4)
})
