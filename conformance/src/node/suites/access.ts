import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import type { Connection } from '../environment.js'
import { Skipped, testsOf, type Testing } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { pk, plain } from '../shapes.js'

const test = testsOf('Authentication')

const given = (connection: Connection | undefined, what: string): Connection => {
  if (connection === undefined) throw new Skipped(`no ${what} was given`)
  return connection
}

const refusedAccess = (t: Testing, change: Partial<Connection>, text: string): Promise<void> =>
  refused(t.connect({ ...t.environment.main, ...change }).listTables(), 403, 'OTSAuthFailed', text)

const transport = testsOf('Transport')

/** The names of the reply headers of a call, in their exact spelling. */
const spelling = async (call: () => Promise<unknown>): Promise<readonly string[]> => {
  const names: string[] = []
  const note = (message: unknown): void => {
    assert.ok(typeof message === 'object' && message !== null && 'response' in message)
    const { response } = message
    assert.ok(response instanceof IncomingMessage)
    names.push(...response.rawHeaders.filter((_, index) => index % 2 === 0))
  }
  subscribe('http.client.response.finish', note)
  try {
    await call()
  } finally {
    unsubscribe('http.client.response.finish', note)
  }
  return names
}

export const accessTests = [
  test('wrong secret', 'is refused', (t) =>
    refusedAccess(t, { accessKeySecret: 'wrong' }, 'Signature mismatch.'),
  ),

  test('unknown access key', 'is refused', (t) =>
    refusedAccess(t, { accessKeyId: 'nobody' }, 'The AccessKeyID does not exist.'),
  ),

  test('unknown instance', 'is refused at once', (t) =>
    refusedAccess(t, { instance: 'nowhere' }, 'The instance is not found.'),
  ),

  test('bad instance name', 'is refused', async (t) => {
    const client = t.connect({ ...t.environment.main, instance: 'no_name!' })
    await assert.rejects(client.listTables(), (error: Error) =>
      /Invalid instance name: no_name!\.|The instance is not found\./.test(error.message),
    )
  }),

  test('STS token', 'is required with its key, and checked', async (t) => {
    const sts = given(t.environment.sts, 'STS key')
    const table = await t.table(plain)
    await t.connect(sts).putRow(table, pk(t.id), [['c', 1n]])
    assert.ok((await t.client.getRow(table, pk(t.id))).row)
    const { stsToken: _, ...without } = sts
    await refused(t.connect(without).listTables(), 403, 'OTSAuthFailed')
    const wrong = t.connect({ ...sts, stsToken: 'wrong' })
    await refused(wrong.listTables(), 403, 'OTSAuthFailed')
  }),

  test('read-only key', 'reads and does not write', async (t) => {
    const reader = t.connect(given(t.environment.readOnly, 'read-only key'))
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [['c', 1n]])
    assert.ok((await reader.getRow(table, pk(t.id))).row)
    assert.ok((await reader.listTables()).includes(table))
    const text =
      'You have no permission to access the requested resource, please contact the ' +
      'resource owner'
    const denied = (call: Promise<unknown>) => refused(call, 403, 'OTSNoPermissionAccess', text)
    await denied(reader.putRow(table, pk(t.id)))
    await denied(reader.updateRow(table, pk(t.id), { put: [['c', 2n]] }))
    await denied(reader.deleteRow(table, pk(t.id)))
    await denied(reader.batchWriteRow([{ table, rows: [{ delete: pk(t.id) }] }]))
    await denied(reader.createTable(t.tableName(), plain))
    await denied(reader.deleteTable(table))
    assert.equal((await t.client.getRow(table, pk(t.id))).row?.cells.length, 1)
  }),

  test('instances apart', 'do not see the tables of each other', async (t) => {
    const other = t.connect(given(t.environment.other, 'second instance'))
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [['c', 1n]])
    assert.ok(!(await other.listTables()).includes(table))
    await invalid(other.getRow(table, pk(t.id)))
    await refused(other.putRow(table, pk(t.id)), 404, 'OTSObjectNotExist')
    await other.createTable(table, plain)
    try {
      assert.equal((await other.getRow(table, pk(t.id))).row, undefined)
      await other.putRow(table, pk(t.id), [['d', 2n]])
      assert.deepEqual((await t.client.getRow(table, pk(t.id))).row?.cells[0]?.name, 'c')
    } finally {
      await other.deleteTable(table)
    }
    assert.ok((await t.client.getRow(table, pk(t.id))).row)
  }),

  test('instances apart', 'do not accept the keys of each other', async (t) => {
    const other = given(t.environment.other, 'second instance')
    const crossed = t.connect({ ...t.environment.main, instance: other.instance })
    await refused(crossed.listTables(), 403, 'OTSAuthFailed')
  }),

  transport('reply headers', 'have the spelling that the oldest SDKs expect', async (t) => {
    const names = await spelling(() => t.client.listTables())
    assert.ok(names.includes('Authorization'))
    assert.ok(names.includes('x-ots-requestid'))
    assert.deepEqual(
      names.filter((name) => /^x-ots-/i.test(name) && name !== name.toLowerCase()),
      [],
    )
  }),
]
