import { writeFileSync } from 'node:fs'
import { Client, defineTable, query } from '@rowhouse/client'
import { expect, onTestFinished, test } from 'vitest'
import { type TestServer, startServer } from './library/index.js'
import { cliFolder } from './testing/cli-folder.js'
import { runCli, startCli } from './testing/run-cli.js'

const { path } = cliFolder()
const orders = defineTable({
  name: 'orders',
  key: { buyer: 'string', number: 'integer' },
  columns: { price: 'double' },
})
const FIRST = { buyer: 'c1', number: 1n, price: 9.5 }
const SEED = `{ "tables": { "orders": {
  "key": { "buyer": "string", "number": "integer" },
  "columns": { "price": "double", "state": "string" },
  "indexes": { "by_state": { "key": ["state"] } },
  "searchIndexes": { "found": { "fields": { "buyer": "KEYWORD" } } },
  "rows": [{ "buyer": "c1", "number": 1, "price": 9.5 }, { "buyer": "c2", "number": 1 }],
} } }`

const writeSeed = (text = SEED): string => {
  const file = path('seed.jsonc')
  writeFileSync(file, text)
  return file
}

const start = async () => {
  const server = await startServer()
  const client = new Client(server)
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  return { server, client, table: client.table(orders) }
}

const seed = ({ endpoint, instance, accessKey }: TestServer, ...more: readonly string[]) => {
  const key = `${accessKey.id}:${accessKey.secret}`
  const to = ['--endpoint', endpoint, '--instance', instance]
  return runCli(['seed', path('seed.jsonc'), ...to, ...more], { ROWHOUSE_ACCESS_KEY: key })
}

test('a server is seeded with tables, indexes and rows, which searches find at once', async () => {
  const { server, client, table } = await start()
  await server.seed(writeSeed())
  expect(await table.get({ buyer: 'c1', number: 1n })).toEqual(FIRST)
  const found = await table.index('found').search({ query: query.term('buyer', 'c1') })
  expect(found.rows).toEqual([FIRST])
  const { indexMetas } = await client.describeTable('orders')
  expect(indexMetas.map(({ name }) => name)).toEqual(['by_state'])
  await expect(server.seed(path('seed.jsonc'))).rejects.toThrow(
    `${path('seed.jsonc')}:1:15: table 'orders' is there already; nothing was loaded`,
  )
  await server.reset()
  await server.seed(path('seed.jsonc'))
})

test('rowhouse seed refuses, keeps or replaces existing tables', async () => {
  const { server, table } = await start()
  writeSeed()
  const made = { code: 0, stdout: 'orders: made, 2 rows\n', stderr: '' }
  expect(await seed(server)).toEqual(made)
  const own = { buyer: 'c3', number: 3n }
  await table.put(own)
  const refused = await seed(server)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(/^error: .*:1:15: table 'orders' is there already; [^\n]*\n$/)
  const kept = await seed(server, '--existing', 'keep')
  expect(kept).toEqual({ code: 0, stdout: 'orders: kept as it is\n', stderr: '' })
  expect(await table.get(own)).toEqual(own)
  const replaced = await seed(server, '--existing', 'replace', '--json')
  expect(JSON.parse(replaced.stdout)).toEqual({ table: 'orders', outcome: 'replaced', rows: 2 })
  expect(await table.get(own)).toBeUndefined()
  const found = await table.index('found').search({ count: true })
  expect(found.total).toBe(2)
})

test('errors of the service are reported with the place of the table', async () => {
  const { server } = await start()
  const key = '"key": { "id": "integer" }'
  const file = writeSeed(`{ "tables": {\n "bad name": { ${key} } } }`)
  const { code, stderr } = await seed(server)
  expect(code).toBe(2)
  expect(stderr).toBe(
    `error: ${file}:2:2: table 'bad name' cannot be loaded: ` +
      "CreateTable answers OTSParameterInvalid: Invalid table name: 'bad name'.\n",
  )
})

test('rowhouse serve --seed loads the file, and keeps existing tables at a restart', async () => {
  const file = writeSeed()
  const key = ['--instance', 'inst', '--access-key', 'ID:SECRET']
  const serve = async () => {
    const server = await startCli(['--data', path('data'), '--port', '0', ...key, '--seed', file])
    onTestFinished(() => server.kill('SIGKILL'))
    const accessKey = { id: 'ID', secret: 'SECRET' }
    const endpoint = `http://127.0.0.1:${server.port}`
    const client = new Client({ endpoint, instance: 'inst', accessKey })
    onTestFinished(() => client.close())
    return { server, table: client.table(orders) }
  }
  const first = await serve()
  expect(await first.table.get({ buyer: 'c1', number: 1n })).toEqual(FIRST)
  await first.table.delete({ buyer: 'c1', number: 1n })
  first.server.kill('SIGTERM')
  await first.server.ended()
  const second = await serve()
  expect(await second.table.get({ buyer: 'c1', number: 1n })).toBeUndefined()
  second.server.kill('SIGTERM')
  await second.server.ended()
})

test('a wrong seed ends the server with one line, before it serves', async () => {
  writeSeed('{')
  const args = ['serve', '--ephemeral', '--port', '0', '--log-level', 'info', '--seed']
  const key = ['--instance', 'inst', '--access-key', 'ID:SECRET']
  expect(await runCli([...args, path('seed.jsonc'), ...key])).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${path('seed.jsonc')}:1:2: this is no text in quotes\n`,
  })
  expect(await runCli([...args, path('seed.jsonc')])).toMatchObject({
    code: 2,
    stderr: 'error: --seed needs --instance and --access-key\n',
  })
  expect(await runCli([...args, path('none'), ...key])).toMatchObject({
    code: 2,
    stderr: `error: there is no file ${path('none')}\n`,
  })
  expect(await runCli([...args, path('.'), ...key])).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${path('.')} is a folder, not a file\n`,
  })
})
