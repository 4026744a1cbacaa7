import assert from 'node:assert/strict'
import type { SdkFilter } from 'tablestore'
import type { Client, Expectation, RowReply, WriteOptions } from '../client.js'
import { and, column, columnPage, not, or } from '../filters.js'
import { testsOf, type Testing } from '../harness.js'
import { conditionFailed, invalid } from '../service-error.js'
import { numbered, numberedKey, pk, plain, versioned } from '../shapes.js'
import { latest, type Value } from '../values.js'

const existence = testsOf('Row existence')
const test = testsOf('Column conditions')

type Write = (client: Client, table: string, id: string, options: WriteOptions) => Promise<RowReply>

const WRITES: Readonly<Record<string, Write>> = {
  PutRow: (client, table, id, options) => client.putRow(table, pk(id), [['c', 2n]], options),
  UpdateRow: (client, table, id, options) =>
    client.updateRow(table, pk(id), { put: [['c', 2n]] }, options),
  DeleteRow: (client, table, id, options) => client.deleteRow(table, pk(id), options),
}

/** [expectation, row there, fulfilled] */
const MATRIX: readonly (readonly [Expectation, boolean, boolean])[] = [
  ['IGNORE', true, true],
  ['IGNORE', false, true],
  ['EXPECT_EXIST', true, true],
  ['EXPECT_EXIST', false, false],
  ['EXPECT_NOT_EXIST', true, false],
  ['EXPECT_NOT_EXIST', false, true],
]

const checkMatrix = async (t: Testing, write: Write): Promise<void> => {
  const table = await t.table(plain)
  for (const [expect, there, fulfilled] of MATRIX) {
    const id = `${t.id}-${expect}-${there}`
    if (there) await t.client.putRow(table, pk(id), [['c', 1n]])
    const written = write(t.client, table, id, { expect })
    if (fulfilled) {
      const { consumed } = await written
      assert.deepEqual(consumed, { read: expect === 'IGNORE' ? 0 : 1, write: 1 }, id)
    } else {
      await conditionFailed(written)
      const { row } = await t.client.getRow(table, pk(id))
      assert.deepEqual(row && latest(row), there ? { c: 1n } : undefined)
    }
  }
}

const STORED: readonly (readonly [string, Value])[] = [
  ['binary', Buffer.from([1, 2, 3])],
  ['double', 2.5],
  ['flag', true],
  ['number', 5n],
  ['text', 'middle'],
]

/** Conditions on the columns above, and whether they hold. */
const CASES: readonly (readonly [string, SdkFilter, boolean])[] = [
  ['number = 5', column('number', '=', 5n), true],
  ['number != 5', column('number', '!=', 5n), false],
  ['number > 4', column('number', '>', 4n), true],
  ['number > 5', column('number', '>', 5n), false],
  ['number >= 5', column('number', '>=', 5n), true],
  ['number < 6', column('number', '<', 6n), true],
  ['number < -6', column('number', '<', -6n), false],
  ['number <= 4', column('number', '<=', 4n), false],
  ['text > "lower"', column('text', '>', 'lower'), true],
  ['double <= 2.5', column('double', '<=', 2.5), true],
  ['flag != false', column('flag', '!=', false), true],
  ['binary < [1,2,4]', column('binary', '<', Buffer.from([1, 2, 4])), true],
  ['other type of number', column('number', '=', 5), false],
  ['other type, not equal', column('number', '!=', 'x'), false],
  ['missing passes', column('absent', '=', 1n), true],
  ['missing fails', column('absent', '=', 1n, { passIfMissing: false }), false],
  ['and', and(column('number', '=', 5n), column('flag', '=', true)), true],
  ['and, one false', and(column('number', '=', 5n), column('flag', '=', false)), false],
  ['or', or(column('number', '=', 6n), column('flag', '=', true)), true],
  ['or, none', or(column('number', '=', 6n), column('flag', '=', false)), false],
  ['not', not(column('number', '=', 6n)), true],
  ['nested', not(or(column('number', '=', 6n), not(column('text', '=', 'middle')))), true],
]

const leaves = (count: number): SdkFilter =>
  or(...Array.from({ length: count }, (_, i) => column('number', '=', BigInt(i))))

export const conditionTests = [
  ...Object.entries(WRITES).map(([operation, write]) =>
    existence(operation, 'every expectation, with and without the row', (t) =>
      checkMatrix(t, write),
    ),
  ),

  ...Object.entries(WRITES).map(([operation, write]) =>
    test(
      `decides ${operation}`,
      'a false condition refuses the write and changes nothing',
      async (t) => {
        const table = await t.table(plain)
        await t.client.putRow(table, pk(t.id), [['c', 1n]])
        await conditionFailed(write(t.client, table, t.id, { when: column('c', '=', 9n) }))
        assert.deepEqual(latest((await t.client.getRow(table, pk(t.id))).row), { c: 1n })
        const { consumed } = await write(t.client, table, t.id, { when: column('c', '=', 1n) })
        assert.deepEqual(consumed, { read: 1, write: 1 })
      },
    ),
  ),

  test('comparators, types and operators', 'decide whether the row is written', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), STORED)
    for (const [name, when, holds] of CASES) {
      const update = t.client.updateRow(table, pk(t.id), { put: [['seen', name]] }, { when })
      if (holds) await update
      else await conditionFailed(update)
      const { seen } = latest((await t.client.getRow(table, pk(t.id))).row)
      assert.equal(seen === name, holds, name)
    }
  }),

  test('missing row', 'counts as missing columns', async (t) => {
    const table = await t.table(plain)
    const put = (passIfMissing: boolean) =>
      t.client.putRow(table, pk(t.id), [['c', 1n]], {
        when: column('c', '=', 9n, { passIfMissing }),
      })
    await conditionFailed(put(false))
    await put(true)
    await conditionFailed(put(true))
  }),

  test('together with row existence', 'both must hold', async (t) => {
    const table = await t.table(plain)
    const put = (expect: Expectation, value: bigint) =>
      t.client.putRow(table, pk(t.id), [['c', 1n]], { expect, when: column('c', '=', value) })
    await conditionFailed(put('EXPECT_EXIST', 1n))
    await put('EXPECT_NOT_EXIST', 1n)
    await conditionFailed(put('EXPECT_NOT_EXIST', 1n))
    await conditionFailed(put('EXPECT_EXIST', 2n))
    await put('EXPECT_EXIST', 1n)
  }),

  test('versions', 'latest only by default, any version when asked', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['c', 'old', 1],
      ['c', 'new', 2],
    ])
    const update = (latestOnly: boolean) =>
      t.client.updateRow(
        table,
        pk(t.id),
        { put: [['d', 1n]] },
        { when: column('c', '=', 'old', { latestOnly }) },
      )
    await conditionFailed(update(true))
    await update(false)
  }),

  test('key columns', 'may be named', async (t) => {
    const table = await t.table(numbered)
    const put = (value: bigint) =>
      t.client.putRow(table, numberedKey(t.id, 5), [['c', value]], {
        when: column('n', '>', value),
      })
    await t.client.putRow(table, numberedKey(t.id, 5))
    await put(4n)
    await conditionFailed(put(5n))
  }),

  test('limits', 'at most 32 nodes', async (t) => {
    const table = await t.table(plain)
    const put = (when: SdkFilter) => t.client.putRow(table, pk(t.id), [['c', 1n]], { when })
    await put(leaves(31))
    await invalid(put(leaves(32)), 'The count of filter exceeds the max: 32.')
  }),

  test('limits', 'operators need the right number of parts, no pagination', async (t) => {
    const table = await t.table(plain)
    const put = (when: SdkFilter) => t.client.putRow(table, pk(t.id), [['c', 1n]], { when })
    const one = column('c', '=', 1n)
    const text = 'Invalid AND/OR operator: the number of sub-filters must be more than 1.'
    await invalid(put(and(one)), text)
    await invalid(put(or(one)), text)
    await invalid(put(not(one, one)), 'Invalid NOT operator: the number of sub-filters must be 1.')
    await invalid(put(columnPage(1, 0)))
  }),
]
