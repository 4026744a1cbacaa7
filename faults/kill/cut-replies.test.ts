import { once } from 'node:events'
import { createServer } from 'node:net'
import { Client } from '@rowhouse/conformance/client'
import { expect, onTestFinished, test } from 'vitest'
import { failCutReplies } from './cut-replies.js'

test('a call whose reply is cut off in its body fails', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const half = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'
      socket.write(half, () => setImmediate(() => socket.destroy()))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  failCutReplies()
  const client = new Client({
    endpoint: `http://127.0.0.1:${address.port}`,
    instance: 'demo',
    accessKeyId: 'id',
    accessKeySecret: 'secret',
  })
  await expect(client.listTables()).rejects.toThrow('the reply was cut off')
})
