import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, defineTable, query } from '@rowhouse/client'
import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { type CliServer, runCli } from './testing/run-cli.js'

const { path, serve } = cliFolder()
const ACCESS_KEY = { id: 'me', secret: 'secret' }
const KEY_TEXT = `${ACCESS_KEY.id}:${ACCESS_KEY.secret}`
const orders = defineTable({
  name: 'orders',
  key: { buyer: 'string', number: 'integer' },
  columns: { state: 'string', note: 'string' },
})
const byState = defineTable({
  name: 'by_state',
  key: { state: 'string', buyer: 'string', number: 'integer' },
  columns: {},
})
const SEED = `{ "tables": { "orders": {
  "key": { "buyer": "string", "number": "integer" },
  "columns": { "state": "string", "note": "string" },
  "indexes": { "by_state": { "key": ["state"] } },
  "searchIndexes": { "found": { "fields": { "buyer": "KEYWORD" } } },
} } }`

const migrate = (...args: readonly string[]) => runCli(['migrate-store', path('data'), ...args])
const start = (...more: readonly string[]) => serve('--access-key', KEY_TEXT, ...more)

const stop = async (server: CliServer): Promise<void> => {
  server.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
}

const using = async <T>(server: CliServer, use: (client: Client) => Promise<T>): Promise<T> => {
  const endpoint = `http://127.0.0.1:${server.port}`
  const client = new Client({ endpoint, instance: 'inst', accessKey: ACCESS_KEY })
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

/** Some small rows of two states, and one that is stored in chunks. */
const writeRows = (server: CliServer, buyer: string): Promise<void> =>
  using(server, async (client) => {
    const table = client.table(orders)
    for (let number = 0n; number < 20n; number++)
      await table.put({ buyer, number, state: number % 2n === 0n ? 'open' : 'paid' })
    await table.put({ buyer, number: 20n, state: 'open', note: 'x'.repeat(300_000) })
  })

/** What clients find: rows, those of the secondary index, and hits. */
const findAll = (server: CliServer) =>
  using(server, async (client) => {
    const rows: unknown[] = []
    for await (const row of client.table(orders).range()) rows.push(row)
    const indexed: unknown[] = []
    for await (const row of client.table(byState).range()) indexed.push(row)
    const wanted = { query: query.matchAll(), limit: 100, count: true, waitForIndex: true }
    const { total } = await client.table(orders).index('found').search(wanted)
    return { rows, indexed, total }
  })

const isLsm = (): boolean => existsSync(join(path('data'), 'store', 'manifest'))

test('rows, indexes and searches are the same in the other store, and writes go on', async () => {
  writeFileSync(path('seed.jsonc'), SEED)
  const first = await start('--store', 'rocksdb')
  const place = ['--endpoint', `http://127.0.0.1:${first.port}`, '--instance', 'inst']
  const seeded = await runCli(['seed', path('seed.jsonc'), ...place], {
    ROWHOUSE_ACCESS_KEY: KEY_TEXT,
  })
  expect(seeded).toMatchObject({ code: 0, stderr: '' })
  await writeRows(first, 'a')
  const before = await findAll(first)
  expect(before).toMatchObject({ total: 21 })
  expect(before.rows).toHaveLength(21)
  expect(before.indexed).toHaveLength(21)
  expect((await migrate('--to', 'lsm')).stderr).toContain('is in use by process')
  await stop(first)

  const migrated = await migrate('--to', 'lsm')
  expect(migrated).toMatchObject({ code: 0, stderr: '' })
  expect(migrated.stdout.split('\n')).toEqual([
    expect.stringMatching(/^\d+ entries, \d+ bytes copied$/),
    expect.stringMatching(/^both stores have the digest \w{64}$/),
    `the store in ${path('data')} is of kind lsm now`,
    '',
  ])
  expect(isLsm()).toBe(true)
  expect(await runCli(['verify', '--data', path('data')])).toMatchObject({ code: 0 })
  const second = await start()
  expect(await findAll(second)).toEqual(before)
  await writeRows(second, 'b')
  const more = await findAll(second)
  second.kill('SIGKILL')
  await second.ended()

  const back = await migrate('--to', 'rocksdb', '--json')
  expect(back.code).toBe(0)
  expect(JSON.parse(back.stdout)).toMatchObject({
    folder: path('data'),
    store: 'rocksdb',
    isMigrated: true,
    resumed: 0,
  })
  expect(isLsm()).toBe(false)
  const third = await start()
  expect(await findAll(third)).toEqual(more)
  expect(more.total).toBe(42)
  await stop(third)
})

test('a start in the middle of the switch finishes it', async () => {
  await stop(await start('--store', 'rocksdb'))
  expect((await migrate('--to', 'lsm')).code).toBe(0)
  // As a kill between the two renames leaves it; the old store's files are of no matter.
  renameSync(path('data/store'), path('data/store.new'))
  mkdirSync(path('data/store.replaced'))
  const server = await start()
  expect(isLsm()).toBe(true)
  expect(readdirSync(path('data'))).not.toContain('store.new')
  await stop(server)
})

test('a server for the other store says how to migrate, and a restore makes either kind', async () => {
  const server = await start('--store', 'rocksdb')
  expect((await runCli(['backup', path('backup'), '--data', path('data')])).code).toBe(0)
  await stop(server)
  const refused = await runCli(['serve', '--data', path('data'), '--port', '0', '--store', 'lsm'])
  expect(refused).toMatchObject({ code: 3, stdout: '' })
  expect(refused.stderr).toContain(`run: rowhouse migrate-store ${path('data')} --to lsm`)
  for (const kind of ['lsm', 'rocksdb']) {
    const data = path(kind)
    const restored = await runCli(['restore', path('backup'), '--data', data, '--store', kind])
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(data, 'store', 'manifest'))).toBe(kind === 'lsm')
    expect(await runCli(['verify', '--data', data])).toMatchObject({ code: 0 })
  }
})

test('wrong use ends with 2, and what cannot be migrated with 3', async () => {
  for (const args of [[], ['--to', 'sqlite']]) expect((await migrate(...args)).code).toBe(2)
  expect(await migrate('--to', 'lsm')).toEqual({
    code: 3,
    stdout: '',
    stderr: `error: there is no data folder ${path('data')}\n`,
  })
  await stop(await start())
  expect(await migrate('--to', 'lsm')).toEqual({
    code: 0,
    stdout: `the store in ${path('data')} is of kind lsm already\n`,
    stderr: '',
  })
})
