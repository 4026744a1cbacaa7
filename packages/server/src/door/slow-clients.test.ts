import { afterEach, describe, expect, test } from 'vitest'
import {
  bounds,
  contentMd5Of,
  describeError,
  doorsOfTest,
  exchange,
  expectedAuthorization,
  RawClient,
  requestBytes,
  SECRET,
} from '../testing/door-fixture.js'

const start = doorsOfTest(afterEach)

describe('a slow or broken client', () => {
  test('gets a signed 408 when its body does not come', async () => {
    const { gate, port } = await start()
    const client = new RawClient(port)
    client.send(requestBytes({ headers: { 'content-length': '100' } }))
    const reply = await client.reply()
    expect(describeError(reply)).toBe('408 OTSRequestTimeout Request timeout.')
    expect(reply.headers.get('authorization')).toBe(
      expectedAuthorization(reply, 'GetRow', 'testId', SECRET),
    )
    await client.closed()
    expect(gate.calls).toEqual([])
  })

  test('gets a 408 when its headers do not come', async () => {
    const { port } = await start()
    const client = new RawClient(port).send('POST /GetRow HTTP/1.1\r\nhost: x\r\nx-ots-date: 2')
    expect(describeError(await client.reply())).toBe('408 OTSRequestTimeout Request timeout.')
    await client.closed()
  })

  test('gets a 400 for bytes that are not HTTP', async () => {
    const { port } = await start()
    const client = new RawClient(port).send('\x16\x03\x01hello\r\n\r\n')
    const reply = await client.reply()
    expect(describeError(reply)).toBe(
      '400 OTSParameterInvalid Cannot deserialize the request data.',
    )
    expect(reply.headers.get('x-ots-contentmd5')).toBe(contentMd5Of(reply.body))
    await client.closed()
  })

  test('is evicted when incomplete bodies would take too much memory', async () => {
    const { port } = await start({
      bounds: { ...bounds, incomingBytesMax: 3000, bodyTimeout: 5_000 },
    })
    const half = requestBytes({
      body: Buffer.alloc(2000),
      headers: { 'content-length': '4000' },
    })
    const slow = new RawClient(port).send(half)
    // The first part has arrived once a later request is answered.
    await exchange(port)
    const other = new RawClient(port).send(half)
    expect(describeError(await slow.reply())).toBe('408 OTSRequestTimeout Request timeout.')
    expect((await exchange(port)).status).toBe(200)
    other.socket.destroy()
  })

  test('that disconnects in the middle of a request leaves nothing behind', async () => {
    const { gate, door, port } = await start()
    const client = new RawClient(port)
    client.send(requestBytes({ headers: { 'content-length': '100' } }))
    await exchange(port)
    client.socket.destroy()
    await client.closed()
    await door.quiet()
    expect(gate.calls).toHaveLength(1)
  })

  test('that disconnects before its reply does not disturb others', async () => {
    const { gate, port } = await start()
    let answer = (): void => {}
    const called = new Promise<void>((resolve) => {
      gate.respond = (_call, target) => {
        answer = () => target.reply(200, Buffer.alloc(0))
        resolve()
      }
    })
    const client = new RawClient(port).send(requestBytes())
    await called
    client.socket.destroy()
    await client.closed()
    answer()
    gate.respond = (_call, target) => target.reply(200, Buffer.alloc(0))
    expect((await exchange(port)).status).toBe(200)
  })
})
