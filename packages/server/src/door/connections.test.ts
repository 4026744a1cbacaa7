import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import {
  bounds,
  describeError,
  doorsOfTest,
  expectedAuthorization,
  RawClient,
  requestBytes,
  SECRET,
} from '../testing/door-fixture.js'
import { tlsCertificate, tlsKey } from '../testing/tls-fixture.js'
import type { ReplyTarget } from './messages.js'

const start = doorsOfTest(afterEach)

const bodyOf = (text: string) => requestBytes({ body: Buffer.from(text) })
const chunkedHead = (): Buffer => {
  const bytes = requestBytes({
    headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
  })
  return bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4)
}
const oldRequest = (headers: Record<string, string> = {}): string =>
  requestBytes({ headers }).toString('latin1').replace('HTTP/1.1', 'HTTP/1.0')

/** A door whose engine answers one request at a time, when the test says so. */
const startWaiting = async () => {
  const { gate, door, port } = await start()
  const waiting: (() => void)[] = []
  let called = (): void => {}
  gate.respond = (call, target: ReplyTarget) => {
    waiting.push(() => target.reply(200, call.body))
    called()
  }
  /** Resolves when the engine has a request. */
  const asked = async (): Promise<() => void> => {
    while (waiting.length === 0) {
      await new Promise<void>((resolve) => {
        called = resolve
      })
    }
    return waiting.shift() ?? expect.unreachable()
  }
  return { gate, door, port, asked, waiting }
}

describe('a connection', () => {
  test('stays open after a reply, and announces for how long', async () => {
    const { port } = await start()
    const client = new RawClient(port)
    for (let count = 0; count < 3; count++) {
      const { headers } = await client.send(requestBytes()).reply()
      expect(headers.get('connection')).toBe('keep-alive')
      expect(headers.get('keep-alive')).toBe('timeout=5')
    }
    client.socket.destroy()
  })

  test.each([
    ['that asks for it', requestBytes({ headers: { connection: 'close' } })],
    ['of HTTP/1.0', oldRequest()],
  ])('%s ends with the reply', async (_what, bytes) => {
    const { port } = await start()
    const client = new RawClient(port).send(bytes)
    expect((await client.reply()).headers.get('connection')).toBe('close')
    await client.closed()
  })

  test('of HTTP/1.0 stays open when the client asks for it', async () => {
    const { port } = await start()
    const client = new RawClient(port)
    for (let count = 0; count < 2; count++) {
      const reply = await client.send(oldRequest({ connection: 'keep-alive' })).reply()
      expect(reply.headers.get('connection')).toBe('keep-alive')
    }
    client.socket.destroy()
  })

  test('processes one request at a time, however many the client has sent', async () => {
    const { gate, port, asked, waiting } = await startWaiting()
    const texts = Array.from({ length: 50 }, (_, index) => `${index}`.repeat(1000))
    const client = new RawClient(port).send(Buffer.concat(texts.map(bodyOf)))
    for (const [index, text] of texts.entries()) {
      const answer = await asked()
      expect(waiting).toHaveLength(0)
      expect(gate.calls).toHaveLength(index + 1)
      answer()
      expect((await client.reply()).body.toString()).toBe(text)
    }
    client.socket.destroy()
  })

  test('whose client has ended its side gets all replies, and is closed', async () => {
    const { port, asked } = await startWaiting()
    const client = new RawClient(port).send(Buffer.concat(['one', 'two'].map(bodyOf)))
    client.socket.end()
    for (const text of ['one', 'two']) {
      const answer = await asked()
      answer()
      expect((await client.reply()).body.toString()).toBe(text)
    }
    await client.closed()
  })

  test.each([
    ['in its head', requestBytes().subarray(0, 30)],
    ['in its body', requestBytes({ headers: { 'content-length': '100' } })],
    ['in a chunk', Buffer.concat([chunkedHead(), Buffer.from('9\r\nabc')])],
  ])('whose client ends a request %s gets a 400', async (_what, bytes) => {
    const { gate, door, port } = await start()
    const client = new RawClient(port).send(bytes)
    client.socket.end()
    expect(describeError(await client.reply())).toBe(
      '400 OTSParameterInvalid Cannot deserialize the request data.',
    )
    await client.closed()
    await door.quiet()
    expect(gate.calls).toEqual([])
  })

  test('without a request is closed when its client ends its side', async () => {
    const { gate, port } = await start()
    const client = new RawClient(port)
    client.socket.end()
    await client.closed()
    expect(gate.refusals).toEqual([])
  })

  test('that is idle too long is closed without a reply', async () => {
    const { gate, port } = await start({ bounds: { ...bounds, keepAliveTimeout: 10 } })
    const client = new RawClient(port)
    expect((await client.send(requestBytes()).reply()).status).toBe(200)
    await client.closed()
    expect(gate.refusals).toEqual([])
  })

  test('that waits too long for a reply is closed', async () => {
    const { gate, door, port } = await start({ bounds: { ...bounds, silenceTimeout: 10 } })
    const targets: ReplyTarget[] = []
    gate.respond = (_call, target) => targets.push(target)
    const client = new RawClient(port).send(requestBytes())
    await client.closed()
    for (const target of targets) target.reply(200, Buffer.from('too late'))
    await door.quiet()
  })

  test('that is idle makes room for a new one', async () => {
    const { port } = await start({ bounds: { ...bounds, connectionsMax: 1 } })
    const first = new RawClient(port)
    expect((await first.send(requestBytes()).reply()).status).toBe(200)
    const turnedAway = new RawClient(port)
    await Promise.all([first.closed(), turnedAway.closed()])
    const next = new RawClient(port)
    expect((await next.send(requestBytes()).reply()).status).toBe(200)
    next.socket.destroy()
  })

  test('that never sends a byte makes room for a new one', async () => {
    const roomForOne = { ...bounds, connectionsMax: 1, headTimeout: 60_000 }
    const { port } = await start({ bounds: roomForOne })
    const silent = new RawClient(port)
    await once(silent.socket, 'connect')
    while (!silent.socket.closed) await new RawClient(port).closed()
    const next = new RawClient(port)
    expect((await next.send(requestBytes()).reply()).status).toBe(200)
    next.socket.destroy()
  })

  test.each([
    ['plain', undefined],
    ['TLS', { certificate: tlsCertificate, key: tlsKey }],
  ])('that never sends a byte is closed (%s)', async (_what, tls) => {
    const { port } = await start({ tls })
    await new RawClient(port).closed()
  })

  test('reads the next request once a large reply is taken', async () => {
    const { gate, port } = await start()
    gate.respond = (call, target) => {
      const isLarge = call.body.toString() === 'large'
      target.reply(200, isLarge ? Buffer.alloc(20_000_000, 7) : call.body)
    }
    const client = new RawClient(port)
    client.socket.pause()
    client.send(Buffer.concat(['large', 'small'].map(bodyOf)))
    while (gate.calls.length === 0) await new Promise(setImmediate)
    client.socket.resume()
    expect((await client.reply()).body).toHaveLength(20_000_000)
    expect(gate.calls).toHaveLength(2)
    expect((await client.reply()).body.toString()).toBe('small')
    client.socket.destroy()
  })
})

describe('a request', () => {
  test('that is refused early is read to its end, and the next one is served', async () => {
    const { gate, port } = await start()
    const refused = requestBytes({ operation: 'Frobnicate', body: Buffer.alloc(3000, 'POST ') })
    const client = new RawClient(port).send(refused.subarray(0, 1000))
    expect((await client.reply()).status).toBe(400)
    client.send(Buffer.concat([refused.subarray(1000), bodyOf('next')]))
    expect((await client.reply()).status).toBe(200)
    expect(gate.calls.map(({ body }) => body.toString())).toEqual(['next'])
    client.socket.destroy()
  })

  test('that waits for 100-continue gets it, once', async () => {
    const { gate, port } = await start()
    const bytes = requestBytes({
      body: Buffer.from('body'),
      headers: { expect: '100-continue' },
    })
    const client = new RawClient(port).send(bytes.subarray(0, -4))
    expect((await client.reply()).status).toBe(100)
    expect((await client.send('body').reply()).status).toBe(200)
    // A client that has already sent the body needs no 100-continue.
    expect((await client.send(bytes).reply()).status).toBe(200)
    expect(gate.calls).toHaveLength(2)
    client.socket.destroy()
  })

  test('that is refused before 100-continue ends the connection', async () => {
    const { port } = await start()
    const headers = { 'content-length': '10', expect: '100-continue' }
    const client = new RawClient(port).send(requestBytes({ operation: 'Frobnicate', headers }))
    const reply = await client.reply()
    expect(reply.status).toBe(400)
    expect(reply.headers.get('connection')).toBe('close')
    await client.closed()
  })

  test('with broken chunks gets a signed 400, and the connection ends', async () => {
    const { gate, port } = await start()
    const client = new RawClient(port)
    client.send(chunkedHead()).send('3\r\nabc\r\nzz\r\n')
    client.send(requestBytes())
    const reply = await client.reply()
    expect(describeError(reply)).toBe(
      '400 OTSParameterInvalid Cannot deserialize the request data.',
    )
    expect(reply.headers.get('authorization')).toBe(
      expectedAuthorization(reply, 'GetRow', 'testId', SECRET),
    )
    await client.closed()
    expect(gate.calls).toEqual([])
  })

  test.each([
    ['two lengths', { 'content-length': '4', 'Content-Length': '5' }],
    ['a length and chunks', { 'transfer-encoding': 'chunked' }],
    ['too large a head', { 'x-large': 'x'.repeat(20_000) }],
  ])('with %s gets a 400, and what follows is not served', async (_what, headers) => {
    const { gate, port } = await start()
    const client = new RawClient(port)
    client.send(Buffer.concat([requestBytes({ headers }), requestBytes()]))
    expect((await client.reply()).status).toBe(400)
    await client.closed()
    expect(gate.calls).toEqual([])
  })

  test('by HEAD gets no body, and the next reply begins where it should', async () => {
    const { port } = await start()
    const client = new RawClient(port).send(requestBytes({ method: 'HEAD' }))
    const reply = await client.reply(true)
    expect(reply.status).toBe(405)
    expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(0)
    expect((await client.send(requestBytes()).reply()).body.toString()).toBe('answer')
    client.socket.destroy()
  })
})

describe('a door that closes', () => {
  test('ends idle connections, and refuses new requests', async () => {
    const { door, port, asked } = await startWaiting()
    const [idle, busy] = [new RawClient(port), new RawClient(port)]
    idle.send(requestBytes())
    ;(await asked())()
    await idle.reply()
    busy.send(Buffer.concat(['first', 'second'].map(bodyOf)))
    const answer = await asked()
    const drained = door.drain(5_000)
    await idle.closed()
    answer()
    expect((await busy.reply()).body.toString()).toBe('first')
    await busy.closed()
    await drained
  })

  test('does not wait for a client in the middle of its handshake', async () => {
    const { door, port } = await start({
      tls: { certificate: tlsCertificate, key: tlsKey },
      bounds: { ...bounds, headTimeout: 60_000 },
    })
    const served = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    const stuck = new RawClient(port)
    await Promise.all([once(served, 'secureConnect'), once(stuck.socket, 'connect')])
    served.write(requestBytes())
    const bytes = await new Promise<Buffer>((resolve) => served.once('data', resolve))
    expect(bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    served.on('error', () => {})
    await door.drain(1_000)
    await stuck.closed()
  })
})
