import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { Client, defineTable } from '@rowhouse/client'
import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { monthlyPlan } from './testing/monthly-plan.js'
import { runCli } from './testing/run-cli.js'

const folder = cliFolder()

const PLAN = monthlyPlan('orders', { card: 'string' }, { price: 'double' })

/** A server with a table of a month that its plan archives. */
const startPlace = async () => {
  const server = await folder.serve('--access-key', 'me:secret')
  const endpoint = `http://127.0.0.1:${server.port}`
  const environment = {
    ROWHOUSE_ENDPOINT: endpoint,
    ROWHOUSE_INSTANCE: 'inst',
    ROWHOUSE_ACCESS_KEY: 'me:secret',
    ROWHOUSE_PROFILES: folder.path('profiles.json'),
  }
  const plan = folder.path('orders.json')
  writeFileSync(plan, JSON.stringify(PLAN))
  const rotate = (command: string, ...args: string[]) =>
    runCli(['rotate', command, plan, ...args], environment)
  const archive = ['--archive', folder.path('archive')]

  const client = new Client({
    endpoint,
    instance: 'inst',
    accessKey: { id: 'me', secret: 'secret' },
  })
  const columns = { price: 'double' } as const
  const schema = defineTable({ name: 'orders_202001', key: { card: 'string' }, columns })
  const old = await client.createTable(schema)
  await old.put({ card: 'a', price: 1.5 })
  return { client, old, rotate, archive }
}

test('a set is planned, created, archived and restored', async () => {
  const { client, old, rotate, archive } = await startPlace()
  const wanted = await rotate('plan')
  expect(wanted.stdout.split('\n')).toEqual([
    expect.stringMatching(/^create orders_\d{6} \(\d{4}-\d\d\) with read 0, write 0$/),
    'archive orders_202001 (2020-01)',
    'compare orders_202001 (2020-01) with its archive and drop it',
    '',
  ])
  expect(await rotate('apply', '--dry-run')).toEqual(wanted)
  expect((await rotate('plan', '--json')).stdout).toContain(
    '{"event":"step","kind":"archive","month":"2020-01","table":"orders_202001"}\n',
  )
  expect(await rotate('apply')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: --archive is missing: the plan archives months\n',
  })

  const applied = await rotate('apply', ...archive)
  expect(applied).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder.path('archive'))).toEqual([
    'orders_202001.00000.parquet',
    'orders_202001.manifest.json',
  ])
  expect((await rotate('apply', ...archive)).stdout).toBe('orders is as its plan says\n')
  expect((await rotate('status')).stdout).toContain('2020-01  archived, 1 row\n')
  expect((await rotate('history', '--limit', '1')).stdout).toMatch(/done .*drop/)

  const restored = await rotate('restore', '2020-01', ...archive)
  expect(restored.stdout).toBe('1 row is in orders_202001 again\n')
  expect(await old.get({ card: 'a' })).toEqual({ card: 'a', price: 1.5 })
  await client.close()
})

test('an archived month is read where it lies, and one that is damaged is refused', async () => {
  const { client, rotate, archive } = await startPlace()
  expect((await rotate('apply', ...archive)).code).toBe(0)
  const read = (...where: string[]) => rotate('read', '2020-01', ...archive, ...where)
  expect(await read()).toEqual({ code: 0, stdout: '{"card":"a","price":1.5}\n', stderr: '' })
  expect((await read('--where', 'price>1', '--where', 'card=a')).stdout).not.toBe('')
  expect((await read('--where', 'price<=1')).stdout).toBe('')
  expect(await read('--where', 'shop=a')).toMatchObject({
    code: 2,
    stderr: 'error: the plan has no column shop\n',
  })
  expect((await rotate('read', '2020-02', ...archive)).code).toBe(3)

  const file = folder.path('archive/orders_202001.00000.parquet')
  writeFileSync(file, readFileSync(file).fill(0, 4, 60))
  const damaged = await rotate('restore', '2020-01', ...archive)
  expect(damaged).toMatchObject({ code: 3, stdout: '' })
  expect(damaged.stderr).toMatch(/^error: the file orders_202001\S+ of the archive is not what was/)
  expect(await client.tableNames()).not.toContain('orders_202001')
  const unread = await read()
  expect(unread.code).toBe(3)
  expect(unread.stderr).toMatch(
    /^error: the file orders_202001\S+ of the archive is damaged: [^\n]+\n$/,
  )
  await client.close()
})

test('a plan that cannot be used ends with one line', async () => {
  const plan = folder.path('wrong.json')
  writeFileSync(plan, '{ "name": "orders" }')
  const ofPlan = (file: string) => runCli(['rotate', 'plan', file])
  const { code, stderr } = await ofPlan(plan)
  expect(code).toBe(2)
  expect(stderr).toMatch(/^error: the plan cannot be used: .*tableName/)

  writeFileSync(plan, 'card\n1\n')
  expect(await ofPlan(plan)).toMatchObject({ code: 2, stderr: `error: ${plan} is no JSON\n` })
  const none = folder.path('none.json')
  expect(await ofPlan(none)).toMatchObject({ code: 2, stderr: `error: there is no file ${none}\n` })
  const place = folder.path('.')
  expect(await ofPlan(place)).toMatchObject({
    code: 2,
    stderr: `error: ${place} is a folder, not a file\n`,
  })
})
