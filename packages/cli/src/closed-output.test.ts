import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expectDefined } from '@rowhouse/platform'
import { afterEach, expect, test } from 'vitest'
import { endOf, spawnCli } from './testing/run-cli.js'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a command whose output nobody reads. */
function spawnUnread(...args: string[]) {
  const child = spawnCli(args)
  children.push(child)
  child.stdout.destroy()
  const told = { stderr: '' }
  child.stderr.on('data', (chunk) => {
    told.stderr += String(chunk)
  })
  return { child, told }
}

test('a command whose output nobody reads ends without a word', async () => {
  const { child, told } = spawnUnread('serve', '--help')
  await endOf(child)
  expect(told.stderr).toBe('')
})

test('a server whose output nobody reads goes on', async () => {
  const { child, told } = spawnUnread('serve', '--ephemeral', '--port', '0')
  while (!told.stderr.includes('"ready"')) await once(child.stderr, 'data')
  const endpoint = expectDefined(/"endpoint":"([^"]+)"/.exec(told.stderr)?.[1], 'it is logged')
  expect((await fetch(`${endpoint}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
  expect(told.stderr).not.toContain('EPIPE')
  expect(told.stderr).toContain('"closed"')
})
