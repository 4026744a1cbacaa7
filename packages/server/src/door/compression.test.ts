import { deflateSync, inflateSync } from 'node:zlib'
import { limits } from '@rowhouse/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import {
  contentMd5Of,
  describeError,
  doorsOfTest,
  exchange,
  expectedAuthorization,
  SECRET,
} from '../testing/door-fixture.js'

const start = doorsOfTest(afterEach)

describe('compression', () => {
  const compressed = (raw: Buffer, size = raw.length) => ({
    body: deflateSync(raw),
    signed: {
      'x-ots-request-compress-type': 'deflate',
      'x-ots-request-compress-size': String(size),
    },
  })

  test.each([10, 4000])('a compressed body of %i bytes is inflated', async (size) => {
    const { gate, port } = await start()
    const raw = Buffer.alloc(size, 'row')
    expect((await exchange(port, compressed(raw))).status).toBe(200)
    expect(gate.calls[0]?.body).toEqual(raw)
  })

  test('a body that inflates to more than it announces is refused', async () => {
    const { gate, port } = await start()
    const bomb = compressed(Buffer.alloc(3_000_000), 1000)
    expect(describeError(await exchange(port, bomb))).toBe(
      '400 OTSParameterInvalid Cannot deserialize the request data.',
    )
    expect(gate.calls).toEqual([])
  })

  test('a body that inflates to less than it announces is refused', async () => {
    const { port } = await start()
    const reply = await exchange(port, compressed(Buffer.from('short'), 6))
    expect(describeError(reply)).toMatch(/^400 OTSParameterInvalid/)
  })

  test('a body that announces too large a size is refused', async () => {
    const { port } = await start()
    const reply = await exchange(port, compressed(Buffer.from('x'), limits.BODY_BYTES_MAX + 1))
    expect(reply.status).toBe(413)
  })

  test.each([20, 20_000])('a reply of %i bytes is deflated when asked', async (size) => {
    const { gate, port } = await start()
    const raw = Buffer.alloc(size, 'answer')
    gate.respond = (_call, target) => target.reply(200, raw)
    const reply = await exchange(port, { signed: { 'x-ots-response-compress-type': 'deflate' } })
    expect(inflateSync(reply.body)).toEqual(raw)
    expect(reply.headers.get('x-ots-response-compress-type')).toBe('deflate')
    expect(reply.headers.get('x-ots-response-compress-size')).toBe(String(size))
    expect(reply.headers.get('x-ots-contentmd5')).toBe(contentMd5Of(raw))
    expect(reply.headers.get('authorization')).toBe(
      expectedAuthorization(reply, 'GetRow', 'testId', SECRET),
    )
  })

  test('an empty reply stays as it is', async () => {
    const { gate, port } = await start()
    gate.respond = (_call, target) => target.reply(200, Buffer.alloc(0))
    const reply = await exchange(port, { signed: { 'x-ots-response-compress-type': 'deflate' } })
    expect(reply.headers.has('x-ots-response-compress-type')).toBe(false)
    expect(reply.body).toHaveLength(0)
  })
})
