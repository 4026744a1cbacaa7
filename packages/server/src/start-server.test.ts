import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { DataFolderError } from '@rowhouse/store'
import { createTableRequest } from '@rowhouse/engine/testing'
import {
  createTable,
  describeTable,
  encodeRow,
  listTable,
  plainCell,
  startLocalTransaction,
  stringVariant,
} from '@rowhouse/protocol'
import { expect, test, vi } from 'vitest'
import { administer } from './admin/administer.js'
import type { InstanceCommand } from './admin/instance-command.js'
import { readServerFile } from './admin/server-file.js'
import { verifyData } from './admin/verify-data.js'
import { StartError } from './start-error.js'
import { type RunningServer, startServer } from './start-server.js'
import { describeError, exchange } from './testing/door-fixture.js'
import { ANY_DATE, testServers } from './testing/test-servers.js'
import { tlsCertificate, tlsKey } from './testing/tls-fixture.js'
import { VERSION } from './version.js'

const servers = testServers()
const { configure, start } = servers

const ask = (server: RunningServer, operation: string, body: Buffer) =>
  exchange(server.port, { operation, body })

const tableNames = async (server: RunningServer): Promise<readonly string[]> =>
  listTable.decodeReply((await ask(server, 'ListTable', Buffer.alloc(0))).body).tableNames

const makeTable = async (server: RunningServer, name: string): Promise<number> => {
  const body = createTable.encodeRequest(createTableRequest(name))
  return (await ask(server, 'CreateTable', body)).status
}

test('tables are served again after a restart', async () => {
  const first = await start(ANY_DATE)
  expect(first.endpoint).toBe(`http://127.0.0.1:${first.port}`)
  expect(await makeTable(first, 'orders')).toBe(200)
  const body = describeTable.encodeRequest({ tableName: 'missing' })
  expect(describeError(await ask(first, 'DescribeTable', body))).toBe(
    '404 OTSObjectNotExist Requested table does not exist.',
  )
  await Promise.all([first.close(), first.close()])
  expect(await tableNames(await start(ANY_DATE))).toEqual(['orders'])
})

test('a server in memory leaves nothing behind', async () => {
  const server = await start({ ...ANY_DATE, ephemeral: true })
  expect(await makeTable(server, 'orders')).toBe(200)
  await server.close()
  await expect(stat(join(servers.folder.path, 'data'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a removed data folder makes the server unready, and writes are refused', async () => {
  const server = await start(ANY_DATE)
  expect(await makeTable(server, 'orders')).toBe(200)
  rmSync(join(servers.folder.path, 'data'), { recursive: true })
  await vi.waitFor(async () => {
    const page = await fetch(`${server.endpoint}/readyz`)
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('removed, replaced or unmounted')
  }, 60_000)
  expect(await makeTable(server, 'others')).toBe(503)
  expect(await tableNames(server)).toEqual(['orders'])
  await server.close()
})

test('tables without their instances file are not served as an empty server', async () => {
  const first = await start(ANY_DATE)
  expect(await makeTable(first, 'orders')).toBe(200)
  await first.close()
  const path = join(servers.folder.path, 'data', 'instances.json')
  const content = readFileSync(path)
  rmSync(path)
  const refusal = 'is missing, and there are tables of: inst.'
  await expect(start(ANY_DATE)).rejects.toThrow(refusal)
  await expect(administer(configure(), { action: 'list' })).rejects.toThrow(refusal)
  expect((await verifyData(configure())).named).toEqual([
    expect.stringMatching(/instances\.json is missing, and there are tables of: inst$/),
  ])
  writeFileSync(path, content)
  await (await start(ANY_DATE)).close()
  expect((await verifyData(configure())).named).toEqual([])
})

test('relaxed durability serves too', async () => {
  const server = await start({ ...ANY_DATE, durability: 'relaxed' })
  expect(await makeTable(server, 'orders')).toBe(200)
})

test('one instance does not use up the limits of another', async () => {
  const server = await start(ANY_DATE)
  await server.registry.create('other', {
    id: 'otherId',
    secret: 'otherSecret',
    access: 'read-write',
    stsToken: undefined,
  })
  await server.registry.setLimits('inst', undefined, { requestsPerSecond: 2 })
  const list = async (instance: string): Promise<string> => {
    const reply = await exchange(server.port, {
      operation: 'ListTable',
      signed: { 'x-ots-instancename': instance },
    })
    return reply.status === 200 ? '200' : describeError(reply)
  }
  const flood = Promise.all(Array.from({ length: 60 }, () => list('inst')))
  const others = await Promise.all(Array.from({ length: 20 }, () => list('other')))
  expect(new Set(others)).toEqual(new Set(['200']))
  const flooding = await flood
  expect(flooding).toContain('200')
  expect(flooding).toContain('503 OTSServerBusy Server is busy.')
  const metrics = await (await fetch(`${server.endpoint}/metrics`)).text()
  expect(metrics).toMatch(
    /rowhouse_instance_refusals_total\{instance="inst",limit="requestsPerSecond"\} \d/,
  )
})

test('the request rates of the service are enforced when configured', async () => {
  const statusesOfBurst = async (server: RunningServer): Promise<number[]> => {
    const names = Array.from({ length: 40 }, (_, index) => `orders_${index}`)
    return Promise.all(names.map((name) => makeTable(server, name)))
  }
  const refused = await statusesOfBurst(
    await start({ ...ANY_DATE, ephemeral: true, serviceRates: true }),
  )
  expect(refused).toContain(403)
  const free = await statusesOfBurst(await start({ ...ANY_DATE, ephemeral: true }))
  expect(new Set(free)).toEqual(new Set([200]))
})

test('a setting allows local transactions on tables created without them', async () => {
  const key = encodeRow({
    primaryKey: [plainCell('pk', stringVariant('a'))],
    cells: [],
    deleteMarker: false,
  })
  const body = startLocalTransaction.encodeRequest({ tableName: 'orders', key })
  const startOn = async (server: RunningServer): Promise<number> => {
    expect(await makeTable(server, 'orders')).toBe(200)
    return (await ask(server, 'StartLocalTransaction', body)).status
  }
  const asked = await start({ ...ANY_DATE, ephemeral: true })
  expect(await startOn(asked)).toBe(400)
  const all = await start({ ...ANY_DATE, ephemeral: true, localTransactions: 'all' })
  expect(await startOn(all)).toBe(200)
})

test('a folder in use is reported plainly, and left alone', async () => {
  await start()
  const second = startServer(configure())
  await expect(second).rejects.toThrow(DataFolderError)
  await expect(second).rejects.toThrow('in use')
})

test('a port in use is reported plainly, and the folder is released', async () => {
  const first = await start()
  const other = join(servers.folder.path, 'other')
  const second = startServer(configure({ port: first.port, data: other }))
  await expect(second).rejects.toThrow(StartError)
  await expect(second).rejects.toThrow(`port ${first.port} on 127.0.0.1 is in use`)
  await start({ data: other })
})

test('serves HTTPS', async () => {
  const files = {
    tlsCertificate: join(servers.folder.path, 'cert'),
    tlsKey: join(servers.folder.path, 'key'),
  }
  writeFileSync(files.tlsCertificate, tlsCertificate)
  writeFileSync(files.tlsKey, tlsKey)
  const server = await start(files)
  expect(server.endpoint).toBe(`https://127.0.0.1:${server.port}`)
  const status = await new Promise((resolve, reject) => {
    const request = get(`${server.endpoint}/readyz`, { ca: tlsCertificate }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    request.on('error', reject)
  })
  expect(status).toBe(200)
})

test('a file that is no certificate is reported plainly', async () => {
  const path = join(servers.folder.path, 'nonsense')
  writeFileSync(path, 'nonsense')
  const wrong = startServer(configure({ tlsCertificate: path, tlsKey: path }))
  await expect(wrong).rejects.toThrow(StartError)
  await expect(wrong).rejects.toThrow(`--tls-certificate ${path} is no PEM certificate: `)
})

test('an address of another machine is reported plainly', async () => {
  await expect(startServer(configure({ host: '192.0.2.1' }))).rejects.toThrow(
    '192.0.2.1 is no address of this machine',
  )
})

test('a key given at the start replaces one of the same id', async () => {
  await (await start()).close()
  const server = await start({ accessKey: 'testId:another' })
  expect(server.registry.find('inst')?.keys).toMatchObject([{ id: 'testId', secret: 'another' }])
})

test('the pages of a running server', async () => {
  const server = await start(ANY_DATE)
  await makeTable(server, 'orders')
  const page = async (path: string): Promise<string> =>
    (await fetch(`${server.endpoint}/${path}`)).text()
  expect(await page('readyz')).toBe('ready\n')
  const metrics = await page('metrics')
  expect(metrics).toContain('rowhouse_requests_total{operation="CreateTable",code="OK"} 1')
  expect(metrics).toMatch(/rowhouse_fsync_seconds_count [1-9]/)
  expect(metrics).toMatch(/rowhouse_disk_free_bytes \d/)
})

const command = (wanted: InstanceCommand) => administer(configure(), wanted)

test('instances are administered in a running server', async () => {
  const server = await start(ANY_DATE)
  expect(readServerFile(join(servers.folder.path, 'data'))?.pid).toBe(process.pid)
  const { key } = await command({ action: 'create', name: 'fresh' })
  expect(server.registry.find('fresh')?.keys).toEqual([{ ...key, stsToken: undefined }])
  const rotated = await command({ action: 'rotate-key', name: 'fresh', keepOld: false })
  expect(rotated.key?.id).not.toBe(key?.id)
  const reader = await command({ action: 'add-key', name: 'fresh', access: 'read-only' })
  await command({ action: 'remove-key', name: 'fresh', keyId: rotated.key?.id ?? '' })
  expect(await command({ action: 'list' })).toEqual({
    instances: [
      {
        name: 'inst',
        type: 'performance',
        keys: [{ id: 'testId', access: 'read-write' }],
      },
      { name: 'fresh', type: 'performance', keys: [{ id: reader.key?.id, access: 'read-only' }] },
    ],
  })
  await expect(command({ action: 'create', name: 'fresh' })).rejects.toThrow('exists already')
  await command({ action: 'delete', name: 'fresh', force: false })
  expect(server.registry.find('fresh')).toBeUndefined()
})

test('an instance with tables is deleted only by force, and its tables with it', async () => {
  const server = await start(ANY_DATE)
  await makeTable(server, 'orders')
  const gentle = command({ action: 'delete', name: 'inst', force: false })
  await expect(gentle).rejects.toThrow("instance 'inst' has 1 table: delete it first, or use")
  expect(await tableNames(server)).toEqual(['orders'])
  await command({ action: 'delete', name: 'INST', force: true })
  await server.close()
  expect(await tableNames(await start(ANY_DATE))).toEqual([])
})

test('instances are administered without a server', async () => {
  await expect(command({ action: 'list' })).rejects.toThrow('there is no data folder')
  const { key } = await command({ action: 'create', name: 'fresh' })
  const server = await start(ANY_DATE)
  expect(server.registry.find('fresh')?.keys).toMatchObject([key ?? {}])
  await makeTable(server, 'orders')
  await server.close()
  const gentle = command({ action: 'delete', name: 'inst', force: false })
  await expect(gentle).rejects.toThrow("instance 'inst' has 1 table")
  await command({ action: 'delete', name: 'inst', force: true })
  const left = await command({ action: 'list' })
  expect(left.instances?.map(({ name }) => name)).toEqual(['fresh'])
})

test('the admin API asks for the secret from the folder, and for a known command', async () => {
  await start()
  const file = readServerFile(join(servers.folder.path, 'data'))
  expect((await stat(join(servers.folder.path, 'data', 'server.json'))).mode & 0o777).toBe(0o600)
  const send = async (secret: string, body: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${file?.adminPort}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body,
    })
    return response.status
  }
  expect(await send('guess', '{"action":"list"}')).toBe(403)
  expect(await send(file?.adminSecret ?? '', '{"action":"list"}')).toBe(200)
  expect(await send(file?.adminSecret ?? '', '{"action":"explode"}')).toBe(400)
  expect(await send(file?.adminSecret ?? '', 'x'.repeat(100_000))).toBe(400)
})

test('the server file of a crashed server is ignored', async () => {
  await (await start()).close()
  expect(readServerFile(join(servers.folder.path, 'data'))).toBeUndefined()
})

test('the version is that of the packages', () => {
  for (const name of ['protocol', 'engine', 'server', 'cli']) {
    const text = readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8')
    expect(JSON.parse(text), name).toMatchObject({ version: VERSION })
  }
})
