import { writeFileSync } from 'node:fs'
import { Client, defineTable } from '@rowhouse/client'
import {
  type Fault,
  type TestS3,
  hasS3Server,
  startTestS3,
} from '@rowhouse/object-store-s3/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { monthlyPlan } from './testing/monthly-plan.js'
import { type CliServer, runCli } from './testing/run-cli.js'

const { path, serve } = cliFolder()
const accessKey = { id: 'me', secret: 'secret' }
const PLAN = monthlyPlan('notes', { id: 'string' }, { text: 'string' })
const notes = defineTable({ name: 'notes', key: { id: 'string' }, columns: { text: 'string' } })

const clientOf = ({ port }: CliServer): Client =>
  new Client({ endpoint: `http://127.0.0.1:${port}`, instance: 'inst', accessKey })

/** What the notes of a data folder say, in the order of their keys. */
async function textsIn(data: string): Promise<unknown[]> {
  const reader = clientOf(await serve('--data', data))
  const texts: unknown[] = []
  for await (const { text } of reader.table(notes).range()) texts.push(text)
  await reader.close()
  return texts
}

/** The AWS client warns that its later versions want another Node.js. */
const withoutWarning = (text: string): string => text.slice(Math.max(0, text.indexOf('error: ')))

describe.skipIf(!hasS3Server())('commands with a bucket', () => {
  let bucket: TestS3
  beforeAll(async () => {
    bucket = await startTestS3()
  })
  afterAll(() => bucket.close())

  test('a continuous backup goes through failures of the store, is verified and restored', async () => {
    const place = bucket.newLocation()
    const server = await serve(
      '--access-key',
      'me:secret',
      '--backup-to',
      place,
      '--backup-interval',
      '100ms',
    )
    const client = clientOf(server)
    const table = await client.createTable(notes)
    await table.put({ id: 'a', text: 'before' })
    // Without a base copy nothing can be restored yet.
    await server.logged('base copy for the continuous backup is complete')
    await bucket.kill()
    await table.put({ id: 'b', text: 'meanwhile' })
    await server.logged('continuous backup has failed')
    await bucket.restart()
    await server.logged('continuous backup works again')
    await client.close()
    server.kill('SIGTERM')
    expect(await server.ended()).toBe(0)

    const verified = await runCli(['verify', place])
    expect(verified.stdout).toMatch(/^continuous backup, restores any moment from .*Z to .*Z\n/)
    const restored = await runCli(['restore', '--from', place, '--data', path('restored')])
    expect(restored.code).toBe(0)
    expect(await textsIn(path('restored'))).toEqual(['before', 'meanwhile'])
  })

  test('a whole backup and its increment are taken, verified and restored', async () => {
    const place = bucket.newLocation()
    const backup = (...args: readonly string[]) =>
      runCli(['backup', place, '--data', path('data'), ...args])
    const server = await serve('--access-key', 'me:secret')
    const client = clientOf(server)
    const table = await client.createTable(notes)
    await table.put({ id: 'a', text: 'before' })
    expect((await backup('--incremental')).stderr).toContain(`${place} holds no complete backup`)
    expect(await backup('--keep-log')).toMatchObject({ code: 0 })
    expect((await backup()).stderr).toContain('is not empty (a backup); choose another prefix')
    await table.put({ id: 'b', text: 'behind' })
    // Busy replies and cut connections are gone through.
    let requests = 0
    bucket.proxy.setFaults(() => (++requests % 5 === 0 ? 'busy' : undefined))
    const grown = await backup('--incremental', '--json')
    bucket.proxy.setFaults(() => undefined)
    expect(JSON.parse(grown.stdout)).toMatchObject({ folder: place })
    await client.close()
    server.kill('SIGTERM')
    expect(await server.ended()).toBe(0)

    const verified = await runCli(['verify', place])
    expect(verified.stdout).toMatch(/^backup of .*Z, up to position \d+ of the log\n/)
    expect(await runCli(['restore', place, '--data', path('restored')])).toMatchObject({ code: 0 })
    expect(await textsIn(path('restored'))).toEqual(['before', 'behind'])
  })

  test('a whole backup whose bucket or server ends in the middle is none, and says so', async () => {
    const server = await serve('--access-key', 'me:secret')
    await clientOf(server).createTable(notes)
    const backup = (place: string) => runCli(['backup', place, '--data', path('data')])
    const failing = bucket.newLocation()
    const refuse = (method: string): Fault | undefined => (method === 'PUT' ? 'busy' : undefined)
    bucket.proxy.setFaults(refuse)
    const refused = await backup(failing)
    expect(refused).toMatchObject({ code: 3 })
    expect(withoutWarning(refused.stderr)).toMatch(
      /^error: the backup to s3:\S+ failed: http:\S+ answers 503: [^\n]+\n$/,
    )
    bucket.proxy.setFaults(() => undefined)
    expect(await backup(failing)).toMatchObject({ code: 0 })

    const killed = bucket.newLocation()
    const begun = new Promise<void>((resolve) => {
      bucket.proxy.setFaults((method, url) => {
        if (method !== 'PUT' || url.includes('UNFINISHED')) return undefined
        resolve()
        return 'stall'
      })
    })
    const cut = backup(killed)
    await begun
    server.kill('SIGKILL')
    await server.ended()
    const told = await cut
    bucket.proxy.setFaults(() => undefined)
    expect(told.stderr).toContain(
      `the server ended before the backup was finished: remove ${killed}`,
    )
    expect((await runCli(['verify', killed])).stderr).toContain('holds no complete backup')
    expect(await backup(bucket.newLocation())).toMatchObject({ code: 0 })
  })

  test('months are archived to it and brought back', async () => {
    const server = await serve('--access-key', 'me:secret')
    const client = clientOf(server)
    const old = await client.createTable({ ...notes, name: 'notes_202001' })
    await old.put({ id: 'a', text: 'archived' })
    writeFileSync(path('plan.json'), JSON.stringify(PLAN))
    const connection = [
      '--endpoint',
      `http://127.0.0.1:${server.port}`,
      '--instance',
      'inst',
      '--access-key',
      'me:secret',
    ]
    const rotate = (command: string, ...args: string[]) =>
      runCli(['rotate', command, path('plan.json'), ...args, ...connection])
    const archive = ['--archive', bucket.newLocation()]
    expect((await rotate('apply', ...archive)).stdout).toContain('drop it')
    expect(await client.tableNames()).not.toContain('notes_202001')
    const restored = await rotate('restore', '2020-01', ...archive)
    expect(restored.stdout).toBe('1 row is in notes_202001 again\n')
    await client.close()
  })

  test('what is wrong with a bucket is one line', async () => {
    const { code, stderr } = await runCli([
      'verify',
      bucket.newLocation().replace('rowhouse', 'another'),
    ])
    expect(withoutWarning(stderr)).toMatch(/^error: there is no bucket another at http:\S+\n$/)
    expect(code).toBe(3)
  })
})

test.each([
  [['verify', 's3://bucket?zone=1'], 2, 'a location has no zone; a location looks like s3://'],
  [['serve', '--backup-to', 's3://'], 2, '"s3://" names no bucket'],
  [['verify', 'oss://bucket/backups'], 2, 'oss:// is not served: a place is a folder or s3://'],
  [['backup', 's3://bucket?zone=1'], 2, 'a location has no zone; a location looks like s3://'],
  [['restore', 's3://', '--data', 'restored'], 2, '"s3://" names no bucket'],
])('%j ends with one line', async (args, code, text) => {
  const finished = await runCli(args)
  expect(withoutWarning(finished.stderr)).toMatch(/^error: [^\n]+\n$/)
  expect(finished.stderr).toContain(text)
  expect(finished.code).toBe(code)
})
