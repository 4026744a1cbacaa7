import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { lookAtPort } from './look-at-port.mjs'

const takenPort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return String(address !== null && typeof address === 'object' ? address.port : 0)
}

test.each([
  ['an option', (port: string) => ({ args: ['--port', port] })],
  ['an option with =', (port: string) => ({ args: [`--port=${port}`] })],
  ['the last option', (port: string) => ({ args: ['--port', '0', '--port', port] })],
  ['a variable', (port: string) => ({ args: [], environment: { ROWHOUSE_PORT: port } })],
])('a port of %s that is in use is reported', async (_what, given) => {
  const port = await takenPort()
  const { args, environment = {} } = { environment: undefined, ...given(port) }
  const place = ['--host', '127.0.0.1']
  expect(await lookAtPort([...place, ...args], environment)).toContain(`port ${port} on 127.0.0.1`)
})

test('a free port, or one that only the server can read, is accepted', async () => {
  expect(await lookAtPort(['--port', '0'], {})).toBeUndefined()
  expect(await lookAtPort(['--port', 'x'], {})).toBeUndefined()
  expect(await lookAtPort(['--config', 'FILE'], {})).toBeUndefined()
})
