import { errors } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import {
  createTableRequest,
  openMemoryEngine,
  tableOptions,
  updateTableRequest,
} from '../testing/index.js'
import { createTable } from './create-table.js'
import { updateTable } from './update-table.js'

const DAY = 86_400

/** A table without updates, with an index whose rows live two days, or for ever. */
const open = async (timeToLive: number, allowUpdate = false) => {
  const { engine } = await openMemoryEngine()
  const options = tableOptions({ timeToLive: -1, maxVersions: 1, allowUpdate })
  await createTable(engine, 'demo', createTableRequest('t', { tableOptions: options }))
  const index = {
    number: 1,
    name: 'one',
    schema: Buffer.alloc(0),
    timeToLive,
    source: undefined,
    flowWeights: [],
    createdAt: 0,
  }
  await engine.catalog.change('demo', 't', (current) =>
    current === undefined ? undefined : { ...current.description, searchIndexes: [index] },
  )
  return (change: Parameters<typeof tableOptions>[0]) =>
    updateTable(engine, 'demo', updateTableRequest('t', { tableOptions: tableOptions(change) }))
}

test('a table with a search index keeps one version', async () => {
  const update = await open(-1)
  const error = errors.invalidSearchParameter('table_options.max_versions', 2)
  await expect(update({ maxVersions: 2 })).rejects.toEqual(error)
})

test('rows that may be updated cannot expire, and rows that expire cannot be updated', async () => {
  const update = await open(-1, true)
  await expect(update({ timeToLive: DAY })).rejects.toEqual(errors.tableTimeToLiveExists())
  await update({ timeToLive: DAY, allowUpdate: false })
  await expect(update({ allowUpdate: true })).rejects.toEqual(errors.tableTimeToLiveExists())
})

test('the time to live of an index is at most that of the table', async () => {
  const update = await open(2 * DAY)
  await expect(update({ timeToLive: DAY })).rejects.toEqual(
    errors.timeToLiveBelowIndex(DAY, `one:${2 * DAY}`),
  )
  await update({ timeToLive: 2 * DAY })
  await update({ timeToLive: -1 })
  await expect(update({ allowUpdate: true })).rejects.toEqual(errors.indexTimeToLiveExists())
})
