import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { type CliServer, runCli } from './testing/run-cli.js'

const { path, serve } = cliFolder()

const stop = async (server: CliServer): Promise<void> => {
  server.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
}

/** Waits until the backup has a base copy. */
const untilBased = async ({ port }: CliServer): Promise<void> => {
  const page = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  while (!(await page()).includes('rowhouse_backup_bases 1')) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('a continuous backup is verified and restored to a moment, if it covers that moment', async () => {
  const store = path('store')
  const server = await serve('--backup-to', store, '--backup-interval', '100ms')
  await untilBased(server)
  await stop(server)
  const verified = await runCli(['verify', store])
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  expect(verified.stdout).toMatch(/^continuous backup, restores any moment from .*Z to .*Z\n/)
  expect(verified.stdout).toContain('everything is whole\n')

  const restore = (...args: readonly string[]) =>
    runCli(['restore', '--from', store, '--data', path('restored'), ...args])
  const early = await restore('--to', '2020-01-01T00:00:00Z')
  expect(early).toMatchObject({ code: 3, stdout: '' })
  expect(early.stderr).toMatch(/^error: the store goes back to .*Z, no further\n$/)
  const late = await restore('--to', '2100-01-01T00:00:00+01:00')
  expect(late.stderr).toMatch(
    /^error: the store has what was written up to .*Z, and not 2099-12-31/,
  )
  const whole = await restore()
  expect(whole).toMatchObject({ code: 0, stderr: '' })
  expect(whole.stdout).toMatch(/up to {10}position \d+ of the log\n/)
  expect(whole.stdout).toMatch(/left out {7}0 later writes, of all that came before .*Z\n/)
  const again = await restore()
  expect(again.code).toBe(3)
  expect(again.stderr).toMatch(/^error: .*restored is not empty \(.*\); restore to a new folder\n$/)
  expect(await runCli(['verify', '--data', path('restored')])).toMatchObject({ code: 0 })

  writeFileSync(join(store, 'MANIFEST'), 'rowhouse')
  expect(await runCli(['verify', store])).toMatchObject({
    code: 3,
    stderr: 'error: MANIFEST is damaged: it does not begin as it should\n',
  })
})

test('an incremental backup adds changes, or reports why it cannot', async () => {
  const backup = (...args: readonly string[]) =>
    runCli(['backup', path('backup'), '--data', path('data'), ...args])
  const server = await serve()
  expect((await backup('--incremental')).stderr).toMatch(/^error: .* holds no complete backup: /)
  expect(await backup('--keep-log')).toMatchObject({ code: 0, stderr: '' })
  const grown = await backup('--incremental', '--json')
  expect(JSON.parse(grown.stdout)).toMatchObject({ folder: path('backup') })
  const verified = await runCli(['verify', path('backup')])
  expect(verified.stdout).toMatch(/^backup of .*Z, up to position \d+ of the log\n/)
  await stop(server)
  expect(await backup('--incremental')).toMatchObject({ code: 0 })
  const restored = await runCli(['restore', path('backup'), '--data', path('restored')])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
})

test.each([
  [['restore'], 'name the folder of a backup, or with --from that of a continuous one'],
  [['restore', 'a', '--from', 'b'], 'name the folder of a backup, or with --from'],
  [['restore', 'a', '--to', '2026-01-31T12:00:00Z'], '--to needs --from'],
  [['restore', '--from', 'b', '--to', 'yesterday'], 'It must look like 2026-01-31T12:00:00.000Z.'],
  [['restore', '--from', 'b', '--to', '2026-01-31T12:00:00'], 'It must look like'],
  [['serve', '--backup-retention', '0'], '--backup-retention must be a whole number from 1 to'],
])('wrong use gets one line and exit code 2: %j', async (args, text) => {
  const { code, stdout, stderr } = await runCli(args)
  expect(stderr).toContain(text)
  expect(stderr).toMatch(/^error: [^\n]+\n$/)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})
