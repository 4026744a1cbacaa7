import type { DefinedColumnSchema } from '@rowhouse/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { type MemoryEngine, createTableRequest, openMemoryEngine } from '../testing/index.js'
import { addDefinedColumn } from './add-defined-column.js'
import { createTable } from './create-table.js'
import { deleteDefinedColumn } from './delete-defined-column.js'
import { describeTable } from './describe-table.js'

const column = (name: string, type: DefinedColumnSchema['type'] = 'STRING') => ({ name, type })

let memory: MemoryEngine
const described = async () =>
  (await describeTable(memory.engine, 'demo', { tableName: 't' })).tableMeta.definedColumns
const add = (...columns: DefinedColumnSchema[]) =>
  addDefinedColumn(memory.engine, 'demo', { tableName: 't', columns })
const remove = (...columns: string[]) =>
  deleteDefinedColumn(memory.engine, 'demo', { tableName: 't', columns })

beforeEach(async () => {
  memory = await openMemoryEngine()
  const request = createTableRequest('t', { meta: { definedColumns: [column('a')] } })
  await createTable(memory.engine, 'demo', request)
})

describe('addDefinedColumn', () => {
  it('adds after the existing columns', async () => {
    await add(column('c', 'DOUBLE'), column('b', 'BLOB'))
    expect(await described()).toEqual([column('a'), column('c', 'DOUBLE'), column('b', 'BLOB')])
  })

  it.each([
    ['nothing', [], 'No defined column is specified.'],
    ['an existing column', [column('b'), column('a')], "Duplicated defined column name: 'a'."],
    ['a column twice', [column('b'), column('b')], "Duplicated defined column name: 'b'."],
    [
      'a key column',
      [column('pk')],
      'Duplicated attribute column name with primary key column: pk.',
    ],
    ['a bad name', [column('#')], "Invalid column name: '#'."],
    [
      'a 33rd column',
      Array.from({ length: 32 }, (_, number) => column(`c${number}`)),
      'The number of defined columns must be in range: [0, 32].',
    ],
  ])('refuses %s', async (_what, columns, text) => {
    await expect(add(...columns)).rejects.toMatchObject({
      code: 'OTSParameterInvalid',
      message: text,
    })
    expect(await described()).toEqual([column('a')])
  })

  it('refuses a missing table', async () => {
    const request = { tableName: 'none', columns: [column('x')] }
    await expect(addDefinedColumn(memory.engine, 'demo', request)).rejects.toMatchObject({
      code: 'OTSObjectNotExist',
    })
  })
})

describe('deleteDefinedColumn', () => {
  it('removes the named columns and keeps the order of the rest', async () => {
    await add(column('b'), column('c'))
    await remove('b')
    expect(await described()).toEqual([column('a'), column('c')])
    await remove('c', 'a')
    expect(await described()).toEqual([])
  })

  it.each([
    ['nothing', [], 'No defined column is specified.'],
    ['an unknown column', ['a', 'b'], 'Column does not exist:b.'],
    ['a bad name', ['#'], "Invalid column name: '#'."],
  ])('refuses %s', async (_what, columns, text) => {
    await expect(remove(...columns)).rejects.toMatchObject({
      code: 'OTSParameterInvalid',
      message: text,
    })
    expect(await described()).toEqual([column('a')])
  })

  it('refuses a missing table', async () => {
    const request = { tableName: 'none', columns: ['x'] }
    await expect(deleteDefinedColumn(memory.engine, 'demo', request)).rejects.toMatchObject({
      code: 'OTSObjectNotExist',
    })
  })
})
