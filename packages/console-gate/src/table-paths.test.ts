import { afterEach, beforeEach, expect, test } from 'vitest'
import { Visitor, memberOf, startConsole } from './testing/console-fixture.js'

let server: Awaited<ReturnType<typeof startConsole>>
let visitor: Visitor

beforeEach(async () => {
  server = await startConsole()
  visitor = new Visitor(server.url)
  await visitor.signInWith(server.accessKey)
  const key = [{ name: 'id', type: 'INTEGER', isAuto: false }]
  const settings = { timeToLive: -1, maxVersions: 1, readUnits: 0, writeUnits: 0 }
  await visitor.ask({ operation: 'CreateTable', table: 'orders', key, columns: [], ...settings })
})
afterEach(() => server.close())

const change = (added: readonly string[], removed: readonly string[]) =>
  visitor.post('defined-columns/tests', {
    table: 'orders',
    added: added.map((name) => ({ name, type: 'BINARY' })),
    removed,
  })

const definedColumns = async () => {
  const { body } = await visitor.ask({ operation: 'DescribeTable', table: 'orders' })
  return memberOf(body, 'answer', 'columns')
}

test('columns are defined and taken out, and a wrong body is refused', async () => {
  expect((await change(['a', 'b'], [])).status).toBe(200)
  expect((await change(['c'], ['a'])).status).toBe(200)
  expect(await definedColumns()).toEqual([
    { name: 'b', type: 'BINARY' },
    { name: 'c', type: 'BINARY' },
  ])
  expect((await visitor.post('defined-columns/tests', { table: 'orders' })).status).toBe(400)
  const { body } = await change(['id'], [])
  expect(memberOf(body, 'code')).toBe('OTSParameterInvalid')
})

test('columns are judged by rows, and a table without rows has no advice', async () => {
  const empty = await visitor.get('advice/tests/orders')
  expect(empty.body).toMatchObject({ rows: 0, partitions: 0, keys: [], side: { move: [] } })
  for (let id = 0n; id < 20n; id += 1n) {
    const columns = [{ name: 'same', value: 'x' }]
    const key = [{ name: 'id', value: id }]
    await visitor.ask({ operation: 'PutRow', table: 'orders', key, columns, condition: 'ignore' })
  }
  const { body } = await visitor.get('advice/tests/orders')
  expect(memberOf(body, 'rows')).toBe(20)
  const keys = memberOf(body, 'keys')
  expect(keys).toContainEqual(
    expect.objectContaining({ columns: ['same'], transform: 'none', verdict: 'bad' }),
  )
  expect((await visitor.get('advice/tests/missing')).status).toBe(404)
})

test('columns are judged by more rows and columns, and the rows that are read are told', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `c${String(at).padStart(2, '0')}`)
  for (let id = 0n; id < 20n; id += 1n) {
    const columns = names.map((name) => ({
      name,
      value: name === 'c11' ? `v${(id * 7n) % 20n}` : 'x',
    }))
    const key = [{ name: 'id', value: id }]
    await visitor.ask({ operation: 'PutRow', table: 'orders', key, columns, condition: 'ignore' })
  }
  const { body } = await visitor.get('advice/tests/orders')
  expect(memberOf(body, 'isPart')).toBe(true)
  const lines = await visitor.lines('more-advice/tests/orders')
  expect(lines.at(0)).toEqual({ rows: 20 })
  const last = lines.at(-1) ?? null
  expect(memberOf(last, 'advice', 'isPart')).toBe(false)
  expect(memberOf(last, 'advice', 'keys')).toContainEqual(
    expect.objectContaining({ columns: ['c11'], transform: 'none' }),
  )
  expect((await visitor.get('more-advice/tests/missing')).status).toBe(404)
})
