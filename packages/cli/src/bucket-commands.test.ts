import { writeFileSync } from 'node:fs'
import { Client, defineTable } from '@rowhouse/client'
import { type TestS3, hasS3Server, startTestS3 } from '@rowhouse/object-store-s3/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { type CliServer, runCli } from './testing/run-cli.js'

const { path, serve } = cliFolder()
const accessKey = { id: 'me', secret: 'secret' }
const PLAN = {
  name: 'notes',
  tableName: 'notes_{yyyy}{MM}',
  key: { id: 'string' },
  columns: { text: 'string' },
  units: {
    current: { read: 0, write: 0 },
    recent: { read: 0, write: 0 },
    old: { read: 0, write: 0 },
  },
  monthsAhead: 0,
  retentionMonths: 1,
  expired: 'archive',
}
const notes = defineTable({ name: 'notes', key: { id: 'string' }, columns: { text: 'string' } })

const clientOf = ({ port }: CliServer): Client =>
  new Client({ endpoint: `http://127.0.0.1:${port}`, instance: 'inst', accessKey })

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
    const again = await serve('--data', path('restored'))
    const reader = clientOf(again)
    const texts: unknown[] = []
    for await (const { text } of reader.table(notes).range()) texts.push(text)
    expect(texts).toEqual(['before', 'meanwhile'])
    await reader.close()
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
    expect(restored.stdout).toBe('1 rows are in notes_202001 again\n')
    await client.close()
  })

  test('what is wrong with a bucket is one line', async () => {
    const { code, stderr } = await runCli([
      'verify',
      bucket.newLocation().replace('rowhouse', 'another'),
    ])
    expect(withoutWarning(stderr)).toMatch(/^error: there is no bucket another at http:\S+\n$/)
    expect(code).toBe(1)
  })
})

test.each([
  [['verify', 's3://bucket?zone=1'], 2, 'a location has no zone; a location looks like s3://'],
  [['serve', '--backup-to', 's3://'], 2, '"s3://" names no bucket'],
  [['verify', 'oss://bucket/backups'], 1, 'oss:// is not served: a place is a folder or s3://'],
  [['backup', 's3://bucket'], 1, 'a whole backup is kept in a folder'],
  [['restore', 's3://bucket', '--data', 'restored'], 1, 'a whole backup is kept in a folder'],
])('%j ends with one line', async (args, code, text) => {
  const finished = await runCli(args)
  expect(withoutWarning(finished.stderr)).toMatch(/^error: [^\n]+\n$/)
  expect(finished.stderr).toContain(text)
  expect(finished.code).toBe(code)
})
