import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTableRequest, keyColumn } from '@rowhouse/engine/testing'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import {
  type Variant,
  createTable,
  decodeError,
  decodeRows,
  encodeRow,
  getRange,
  infMax,
  infMin,
  plainCell,
  putRow,
  stringOf,
  stringVariant,
} from '@rowhouse/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { administerBackup, restoreData, restoreDataTo } from './admin/administer-backup.js'
import { verifyBackupAt } from './admin/verify-backup.js'
import { type RunningServer, startServer } from './start-server.js'
import { exchange } from './testing/door-fixture.js'
import { testConfiguration } from './testing/test-servers.js'

let folder: TemporaryFolder
const running = new Set<RunningServer>()
const path = (name: string): string => join(folder.path, name)
const configure = (data: string, options: Record<string, unknown> = {}) =>
  testConfiguration({ data: path(data), auth: 'off', backupInterval: '100ms', ...options })
const start = async (data: string, options: Record<string, unknown> = {}) => {
  const server = await startServer(configure(data, options))
  running.add(server)
  return server
}
const stop = async (server: RunningServer): Promise<void> => {
  running.delete(server)
  await server.close()
}

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const server of running) await stop(server)
  await folder.remove()
})

const keyRow = (value: Variant): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', value)], cells: [], deleteMarker: false })

const create = async ({ port }: RunningServer, table: string): Promise<void> => {
  const meta = { primaryKey: [keyColumn('pk')] }
  const body = createTable.encodeRequest(createTableRequest(table, { meta }))
  expect((await exchange(port, { operation: 'CreateTable', body })).status).toBe(200)
}

const put = async ({ port }: RunningServer, table: string, key: string, value: string) => {
  const body = putRow.encodeRequest({
    tableName: table,
    row: encodeRow({
      primaryKey: [plainCell('pk', stringVariant(key))],
      cells: [plainCell('a', stringVariant(value))],
      deleteMarker: false,
    }),
    condition: { rowExistence: 'IGNORE', columnCondition: undefined },
    returnContent: undefined,
    transactionId: undefined,
  })
  expect((await exchange(port, { operation: 'PutRow', body })).status).toBe(200)
}

const rowsOf = async ({ port }: RunningServer, table: string): Promise<string[] | string> => {
  const body = getRange.encodeRequest({
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 1,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    tableName: table,
    direction: 'FORWARD',
    limit: undefined,
    inclusiveStartPrimaryKey: keyRow(infMin()),
    exclusiveEndPrimaryKey: keyRow(infMax()),
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })
  const { status, body: reply } = await exchange(port, { operation: 'GetRange', body })
  if (status !== 200) return decodeError(reply).message
  const text = (value: Variant | undefined): string => (value === undefined ? '' : stringOf(value))
  return decodeRows(getRange.decodeReply(reply).rows).map(
    ({ primaryKey, cells }) => `${text(primaryKey[0]?.value)}=${text(cells[0]?.value)}`,
  )
}

/** Waits until the metrics page matches. */
const until = async ({ endpoint }: RunningServer, says: RegExp): Promise<void> => {
  while (!says.test(await (await fetch(`${endpoint}/metrics`)).text())) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A moment after all answered requests, and before all later ones. */
const moment = async (): Promise<number> => {
  const now = Date.now()
  while (Date.now() <= now + 1) await new Promise((resolve) => setTimeout(resolve, 1))
  return now + 1
}

test('rows, tables and instances are restored as they were at a moment', async () => {
  const server = await start('data', { backupTo: path('store') })
  await create(server, 'early')
  for (let row = 0; row < 20; row++) await put(server, 'early', `r${row}`, 'old')
  await until(server, /^rowhouse_backup_bases 1$/m)
  await put(server, 'early', 'r1', 'middle')
  const expected = await rowsOf(server, 'early')
  const then = await moment()
  await create(server, 'late')
  for (let row = 0; row < 20; row++) await put(server, 'early', `r${row}`, 'new')
  await put(server, 'late', 'r', 'v')
  const newest = [await rowsOf(server, 'early'), await rowsOf(server, 'late')]
  // The server ships the rest when it stops.
  await stop(server)

  const found = await restoreDataTo(configure('then'), path('store'), then)
  expect(found.lastWriteAt).toBeLessThanOrEqual(then)
  expect(found.writesLeftOut).toBeGreaterThan(20)
  const restored = await start('then')
  expect(await rowsOf(restored, 'early')).toEqual(expected)
  expect(await rowsOf(restored, 'late')).toBe('Requested table does not exist.')
  expect(restored.registry.find('inst')?.keys[0]?.id).toBe('testId')

  const last = await restoreDataTo(configure('newest'), path('store'), undefined)
  expect(last.writesLeftOut).toBe(0)
  const whole = await start('newest')
  expect([await rowsOf(whole, 'early'), await rowsOf(whole, 'late')]).toEqual(newest)
  const over = restoreDataTo(configure('newest'), path('store'), undefined)
  await expect(over).rejects.toThrow('is not empty')
})

test('the backup continues after a restart, and another data folder begins a new history', async () => {
  const options = { backupTo: path('store') }
  const first = await start('data', options)
  await create(first, 't')
  await put(first, 't', 'a', '1')
  await until(first, /^rowhouse_backup_bases 1$/m)
  await stop(first)
  const second = await start('data', options)
  await put(second, 't', 'a', '2')
  const then = await moment()
  await put(second, 't', 'a', '3')
  await stop(second)
  expect(await verifyBackupAt(path('store'))).toMatchObject({
    kind: 'continuous',
    store: { histories: 1, bases: 1 },
  })
  await restoreDataTo(configure('then'), path('store'), then)
  const restored = await start('then', options)
  expect(await rowsOf(restored, 't')).toEqual(['a=2'])
  await put(restored, 't', 'a', '4')
  await until(restored, /^rowhouse_backup_bases 1$/m)
  await stop(restored)
  expect(await verifyBackupAt(path('store'))).toMatchObject({ store: { histories: 2 } })
  await restoreDataTo(configure('again'), path('store'), undefined)
  expect(await rowsOf(await start('again'), 't')).toEqual(['a=4'])
})

test('a backup that cannot be written is reported, and changes neither readiness nor writes', async () => {
  writeFileSync(path('file'), 'no folder')
  const server = await start('data', { backupTo: path('file') })
  await create(server, 't')
  await until(server, /^rowhouse_backup_failing 1$/m)
  await put(server, 't', 'a', '1')
  expect((await fetch(`${server.endpoint}/readyz`)).status).toBe(200)
  await stop(server)
  // Without a backup nothing keeps the log from being trimmed.
  const after = await start('data')
  expect(await (await fetch(`${after.endpoint}/metrics`)).text()).not.toContain('rowhouse_backup_')
  expect(await rowsOf(after, 't')).toEqual(['a=1'])
})

test('an incremental backup adds the changes, beside a running server', async () => {
  const server = await start('data')
  await create(server, 't')
  await put(server, 't', 'a', '1')
  const backup = { place: path('backup'), keepsLog: true }
  await administerBackup(configure('data'), backup, undefined)
  await put(server, 't', 'a', '2')
  await server.registry.create('second')
  const increment = { ...backup, isIncremental: true }
  const { position } = await administerBackup(configure('data'), increment, undefined)
  expect(await verifyBackupAt(path('backup'))).toMatchObject({ kind: 'backup', position })
  await put(server, 't', 'a', '3')
  await stop(server)
  await restoreData(configure('restored'), path('backup'))
  const restored = await start('restored')
  expect(await rowsOf(restored, 't')).toEqual(['a=2'])
  expect(restored.registry.find('second')).toBeDefined()
})
