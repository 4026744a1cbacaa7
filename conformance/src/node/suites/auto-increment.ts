import assert from 'node:assert/strict'
import type { WriteOptions } from '../client.js'
import { column } from '../filters.js'
import { testsOf, type Testing } from '../harness.js'
import { conditionFailed, invalid } from '../service-error.js'
import { autoIncrement } from '../shapes.js'
import { AUTO_INCREMENT, INF_MAX, INF_MIN, latest, type Key, type KeyValue } from '../values.js'

const test = testsOf('Auto-increment keys')

const keyOf = (id: string, value: KeyValue): Key => [
  ['pk', id],
  ['id', value],
]

const putNew = async (t: Testing, table: string, value: string): Promise<bigint> => {
  const key = keyOf(t.id, AUTO_INCREMENT)
  const { row } = await t.client.putRow(table, key, [['v', value]], { returns: 'PRIMARY_KEY' })
  const id = row?.key['id']
  assert.ok(typeof id === 'bigint', `no key came back: ${id}`)
  return id
}

export const autoIncrementTests = [
  test('placeholder', 'each put makes a row with a larger key', async (t) => {
    const table = await t.table(autoIncrement)
    const ids: bigint[] = []
    for (const value of ['a', 'b', 'c', 'd']) ids.push(await putNew(t, table, value))
    assert.ok(ids.every((id, i) => id > (i === 0 ? 0n : (ids[i - 1] ?? 0n))))
    const start = keyOf(t.id, INF_MIN)
    const { rows } = await t.client.getRange(table, start, keyOf(t.id, INF_MAX))
    assert.deepEqual(
      rows.map((row) => [row.key['id'], latest(row)['v']]),
      ids.map((id, i) => [id, 'abcd'[i]]),
    )
  }),

  test('placeholder', 'concurrent puts never share a key', async (t) => {
    const table = await t.table(autoIncrement)
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_, i) => putNew(t, table, String(i))),
    )
    assert.equal(new Set(ids).size, 100)
  }),

  test('placeholder', 'a new key is larger than that of a deleted row', async (t) => {
    const table = await t.table(autoIncrement)
    const first = await putNew(t, table, 'a')
    await t.client.deleteRow(table, keyOf(t.id, first))
    assert.ok((await putNew(t, table, 'b')) > first)
  }),

  test('placeholder', 'in UpdateRow and BatchWriteRow', async (t) => {
    const table = await t.table(autoIncrement)
    const placeholder = keyOf(t.id, AUTO_INCREMENT)
    const updated = await t.client.updateRow(
      table,
      placeholder,
      { put: [['v', 'updated']] },
      { returns: 'PRIMARY_KEY' },
    )
    assert.equal(typeof updated.row?.key['id'], 'bigint')
    const rows = await t.client.batchWriteRow([
      {
        table,
        rows: [
          { put: placeholder, columns: [['v', 'x']], returns: 'PRIMARY_KEY' },
          { put: placeholder, columns: [['v', 'y']], returns: 'PRIMARY_KEY' },
        ],
      },
    ])
    const ids = rows.map(({ row, error }) => error?.message ?? row?.key['id'])
    assert.ok(ids.every((id) => typeof id === 'bigint'))
    assert.equal(new Set([updated.row?.key['id'], ...ids]).size, 3)
  }),

  test('placeholder', 'is refused with an expectation or a column condition', async (t) => {
    const table = await t.table(autoIncrement)
    const put = (options: WriteOptions) =>
      t.client.putRow(table, keyOf(t.id, AUTO_INCREMENT), [['v', 1n]], options)
    for (const expect of ['EXPECT_EXIST', 'EXPECT_NOT_EXIST'] as const) {
      await invalid(put({ expect }))
    }
    await invalid(
      put({ when: column('v', '=', 1n) }),
      "Can't set condition when modify row with pk auto increment",
    )
  }),

  test('full key', 'rewrites an existing row', async (t) => {
    const table = await t.table(autoIncrement)
    const id = await putNew(t, table, 'first')
    await t.client.putRow(table, keyOf(t.id, id), [['v', 'second']], { expect: 'EXPECT_EXIST' })
    await t.client.putRow(table, keyOf(t.id, id), [['w', 'third']])
    await t.client.updateRow(table, keyOf(t.id, id), { put: [['x', 'fourth']] })
    const { row } = await t.client.getRow(table, keyOf(t.id, id))
    assert.deepEqual(latest(row), { w: 'third', x: 'fourth' })
  }),

  test('full key', 'never creates a row, IGNORE included', async (t) => {
    const table = await t.table(autoIncrement)
    const key = keyOf(t.id, 12_345n)
    await conditionFailed(t.client.putRow(table, key, [['v', 1n]]))
    await conditionFailed(t.client.updateRow(table, key, { put: [['v', 1n]] }))
    await conditionFailed(t.client.putRow(table, key, [], { expect: 'EXPECT_EXIST' }))
    const rows = await t.client.batchWriteRow([{ table, rows: [{ put: key }] }])
    assert.equal(rows[0]?.error?.code, 'OTSConditionCheckFail')
    assert.equal((await t.client.getRow(table, key)).row, undefined)
  }),

  test('full key', 'refuses EXPECT_NOT_EXIST', async (t) => {
    const table = await t.table(autoIncrement)
    const put = t.client.putRow(table, keyOf(t.id, 5n), [], { expect: 'EXPECT_NOT_EXIST' })
    await invalid(put)
  }),
]
