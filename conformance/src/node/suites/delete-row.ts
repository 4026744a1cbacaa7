import assert from 'node:assert/strict'
import { testsOf } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { autoIncrement, numbered, numberedKey, pk, plain, versioned } from '../shapes.js'
import { AUTO_INCREMENT, versions } from '../values.js'

const test = testsOf('DeleteRow')

export const deleteRowTests = [
  test('removes the row', 'every column and version', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['c', 1n, 1],
      ['c', 2n, 2],
    ])
    const reply = await t.client.deleteRow(table, pk(t.id))
    assert.deepEqual(reply.consumed, { read: 0, write: 1 })
    assert.equal((await t.client.getRow(table, pk(t.id), { maxVersions: 10 })).row, undefined)
  }),

  test('removes the row', 'its neighbours stay', async (t) => {
    const table = await t.table(numbered)
    for (const n of [1, 2, 3]) await t.client.putRow(table, numberedKey(t.id, n), [['c', 1n]])
    await t.client.deleteRow(table, numberedKey(t.id, 2))
    const left = await t.client.getRange(table, numberedKey(t.id, 0), numberedKey(t.id, 9))
    assert.deepEqual(
      left.rows.map(({ key }) => key['n']),
      [1n, 3n],
    )
  }),

  test('missing row', 'succeeds', async (t) => {
    const table = await t.table(plain)
    const reply = await t.client.deleteRow(table, pk(t.id))
    assert.deepEqual(reply.consumed, { read: 0, write: 1 })
  }),

  test('writing back', 'an older version is visible after a deletion', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [['c', 'gone', 1000]])
    await t.client.deleteRow(table, pk(t.id))
    await t.client.updateRow(table, pk(t.id), { put: [['c', 'back', 999]] })
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(versions(row, 'c'), [[999, 'back']])
  }),

  test('return type', 'returns the key when asked', async (t) => {
    const table = await t.table(numbered)
    await t.client.putRow(table, numberedKey(t.id, 1))
    const reply = await t.client.deleteRow(table, numberedKey(t.id, 1), {
      returns: 'PRIMARY_KEY',
    })
    assert.deepEqual(reply.row, { key: { pk: t.id, n: 1n }, cells: [] })
  }),

  test('auto-increment table', 'takes a full key, refuses the placeholder', async (t) => {
    const table = await t.table(autoIncrement)
    await t.client.deleteRow(table, [
      ['pk', t.id],
      ['id', 77n],
    ])
    const placeholder = t.client.deleteRow(table, [
      ['pk', t.id],
      ['id', AUTO_INCREMENT],
    ])
    await invalid(placeholder, 'Invalid row to delete which with pk auto increment')
  }),

  test('missing table', 'is refused', async (t) => {
    const gone = t.client.deleteRow(t.tableName(), pk('a'))
    await refused(gone, 404, 'OTSObjectNotExist', 'Requested table does not exist.')
  }),
]
