import assert from 'node:assert/strict'
import type { Connection } from '../../environment.js'
import { Skipped, testsOf } from '../../harness.js'
import { refused } from '../../service-error.js'
import { FIELDS, indexed } from './sample.js'

const test = testsOf('Authentication')

const given = (connection: Connection | undefined, what: string): Connection => {
  if (connection === undefined) throw new Skipped(`no ${what} was given`)
  return connection
}

export const accessToSearchIndexesTests = [
  test('read-only key', 'may search, and may not change indexes', async (t) => {
    const reader = t.connect(given(t.environment.readOnly, 'read-only key'))
    const { table, index } = await indexed(t, 3)
    assert.equal((await reader.search.search(table, index)).total, 3)
    assert.equal((await reader.search.scan(table, index)).rows.length, 3)
    assert.equal((await reader.search.listIndexes(table)).length, 1)
    assert.equal((await reader.search.describeIndex(table, index)).indexStatus.status, 'running')
    const denied = (call: Promise<unknown>) => refused(call, 403, 'OTSNoPermissionAccess')
    await denied(reader.search.createIndex(table, 'other', FIELDS))
    await denied(reader.search.updateIndex(table, index, { timeToLive: -1 }))
    await denied(reader.search.deleteIndex(table, index))
    assert.equal((await t.client.search.search(table, index)).total, 3)
  }),

  test('instances apart', 'have their own search indexes', async (t) => {
    const other = t.connect(given(t.environment.other, 'second instance'))
    const { table, index } = await indexed(t, 1)
    assert.deepEqual(
      (await other.search.listIndexes()).filter((found) => found.table === table),
      [],
    )
    await refused(other.search.search(table, index), 400, 'OTSParameterInvalid')
  }),
]
