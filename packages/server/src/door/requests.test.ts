import { deriveKeyV4, signReply, signV4, signedHeaders } from '@rowhouse/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import {
  contentMd5Of,
  doorsOfTest,
  EMPTY_MD5,
  exchange,
  expectedAuthorization,
  RawClient,
  requestBytes,
  SECRET,
  UUID,
} from '../testing/door-fixture.js'

const start = doorsOfTest(afterEach)

describe('a good request', () => {
  test('reaches the engine and is answered with signed headers', async () => {
    const { gate, port } = await start()
    const body = Buffer.from('the request')
    const reply = await exchange(port, { body })
    expect(gate.calls).toMatchObject([{ instance: 'inst', operation: 'GetRow' }])
    expect(gate.calls[0]?.body).toEqual(body)
    expect(reply.status).toBe(200)
    expect(reply.body.toString()).toBe('answer')
    expect(reply.headers.get('x-ots-contentmd5')).toBe(contentMd5Of(reply.body))
    expect(reply.headers.get('x-ots-contenttype')).toBe('protocol buffer')
    expect(reply.headers.get('x-ots-date')).toBe('2024-01-02T03:04:05.000000Z')
    expect(reply.headers.get('x-ots-requestid')).toMatch(UUID)
    expect(reply.headers.get('x-ots-requestid')).toBe(gate.calls[0]?.requestId)
    expect(reply.headers.get('authorization')).toBe(
      expectedAuthorization(reply, 'GetRow', 'testId', SECRET),
    )
  })

  test('is answered with headers spelt as older Java SDKs look for them', async () => {
    const { port } = await start()
    const { names } = await exchange(port)
    expect(names).toEqual(expect.arrayContaining(['Authorization', 'x-ots-requestid']))
    const ours = names.filter((name) => name.toLowerCase().startsWith('x-ots-'))
    expect(ours).toEqual(ours.map((name) => name.toLowerCase()))
  })

  test('may give the MD5 of its body as the base64 of upper-case hexadecimal text', async () => {
    const { port } = await start()
    const body = Buffer.from('the request')
    const hex = Buffer.from(contentMd5Of(body), 'base64').toString('hex')
    const send = (text: string) => {
      const md5 = Buffer.from(text).toString('base64')
      return exchange(port, { body, signed: { 'x-ots-contentmd5': md5 } })
    }
    expect((await send(hex.toUpperCase())).status).toBe(200)
    expect((await send(hex)).status).toBe(403)
  })

  test('may ask that indexes include every earlier write, with one value only', async () => {
    const { gate, port } = await start()
    for (const value of ['true', ' TRUE', 'false', '1', undefined]) {
      await exchange(port, { headers: { 'x-rowhouse-wait-for-index': value } })
    }
    const asked = gate.calls.map(({ waitsForIndex }) => waitsForIndex)
    expect(asked).toEqual([true, true, false, false, false])
  })

  test('may carry the signature that Node, Python and Java SDKs make', async () => {
    const { gate, port } = await start()
    const headers = { 'x-ots-signature': 'ZiaoLw8bWPAYm5/1Mdy1mxeb77c=' }
    const reply = await exchange(port, { operation: 'ListTable', headers })
    expect(reply.status).toBe(200)
    expect(gate.calls).toHaveLength(1)
  })

  test('may carry a V4 signature, and its reply is signed with the derived key', async () => {
    const { port } = await start()
    const reply = await exchange(port, {
      operation: 'ListTable',
      headers: {
        'x-ots-signature': undefined,
        'x-ots-signdate': '20240102',
        'x-ots-signregion': 'cn-hangzhou',
        'x-ots-signaturev4': 'ahhPPD0F6R6fAKEo/uDFD07As7tmYHyFjNP8jOkrC+0=',
      },
    })
    expect(reply.status).toBe(200)
    const derived = deriveKeyV4(SECRET, '20240102', 'cn-hangzhou')
    const signed = signedHeaders(Object.fromEntries(reply.headers))
    const signature = signReply(derived, signed, 'ListTable')
    expect(reply.headers.get('authorization')).toBe(`OTS testId:${signature}`)
  })

  test('may be empty, and requests have ids of their own', async () => {
    const { gate, port } = await start()
    for (let count = 0; count < 3; count++) await exchange(port)
    expect(gate.calls.map((call) => call.body.length)).toEqual([0, 0, 0])
    expect(new Set(gate.calls.map((call) => call.requestId)).size).toBe(3)
  })

  test('may write its instance in other capitals', async () => {
    const { gate, port } = await start()
    const reply = await exchange(port, { signed: { 'x-ots-instancename': 'INST' } })
    expect(reply.status).toBe(200)
    expect(gate.calls[0]?.instance).toBe('inst')
  })

  test.each([
    ['an absolute URI', 'http://inst.example.com/GetRow'],
    ['an absolute URI with a port', 'HTTPS://example.com:8087/GetRow'],
    ['a query', '/GetRow?a=b'],
  ])('may have %s as its target', async (_what, target) => {
    const { port } = await start()
    expect((await exchange(port, { target })).status).toBe(200)
  })

  test('may have unknown headers, signed or not, in any case and order', async () => {
    const { port } = await start()
    const reply = await exchange(port, {
      signed: {
        'x-ots-zebra': 'striped',
        'X-Ots-Request-Tag': 'caf\u00e9',
        'x-ots-a': 'first',
        'x-ots-sdk-traceid': 'c0ffee',
      },
      headers: { 'content-lenght': '12', 'User-Agent': 'tests', 'x-other': '\u00e9' },
    })
    expect(reply.status).toBe(200)
  })

  test('may have unknown expectations', async () => {
    const { gate, port } = await start()
    const reply = await exchange(port, { headers: { expect: '200-ok' } })
    expect(reply.status).toBe(200)
    expect(gate.calls).toHaveLength(1)
  })

  test.each(['07.112', '07.1120', '07.112011'])('may be dated ...:%sZ', async (seconds) => {
    const { port } = await start()
    const signed = { 'x-ots-date': `2024-01-02T03:04:${seconds}Z` }
    expect((await exchange(port, { signed })).status).toBe(200)
  })

  test('may be repeated: Python sends the same date and signature on every retry', async () => {
    const { port } = await start()
    const bytes = requestBytes()
    const client = new RawClient(port)
    expect((await client.send(bytes).reply()).status).toBe(200)
    expect((await client.send(bytes).reply()).status).toBe(200)
    client.socket.destroy()
  })

  test('may come in many pieces and without an announced length', async () => {
    const { gate, port } = await start()
    const body = Buffer.alloc(3000, 'x')
    const bytes = requestBytes({
      body,
      headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
    })
    const head = bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4)
    const client = new RawClient(port)
    client.send(head)
    for (let at = 0; at < body.length; at += 1000) {
      client
        .send('3e8\r\n')
        .send(body.subarray(at, at + 1000))
        .send('\r\n')
    }
    expect((await client.send('0\r\n\r\n').reply()).status).toBe(200)
    expect(gate.calls[0]?.body).toEqual(body)
    client.socket.destroy()
  })

  test('may be sent with temporary credentials', async () => {
    const { port } = await start()
    const signed = { 'x-ots-accesskeyid': 'stsId', 'x-ots-ststoken': 'token-1' }
    const reply = await exchange(port, { signed, secret: 'stsSecret' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('authorization')).toBe(
      expectedAuthorization(reply, 'GetRow', 'stsId', 'stsSecret'),
    )
  })

  test('replies to several requests sent at once come in order', async () => {
    const { gate, port } = await start()
    gate.respond = (call, target) => {
      const delay = call.body.toString() === 'slow' ? 20 : 0
      setTimeout(() => target.reply(200, call.body), delay)
    }
    const client = new RawClient(port)
    const requests = ['slow', 'quick'].map((text) => requestBytes({ body: Buffer.from(text) }))
    client.send(Buffer.concat(requests))
    expect((await client.reply()).body.toString()).toBe('slow')
    expect((await client.reply()).body.toString()).toBe('quick')
    client.socket.destroy()
  })
})

test('V4 and V1 signers of the vectors agree with the door', () => {
  const derived = deriveKeyV4(SECRET, '20240102', 'cn-hangzhou')
  expect(derived).toBe('iPcMHbIhAOD5T+6lFzbj8GNOY7wswjzATUt8bFolXnc=')
  expect(
    signV4(
      derived,
      'ListTable',
      signedHeaders({
        'x-ots-accesskeyid': 'testId',
        'x-ots-apiversion': '2015-12-31',
        'x-ots-contentmd5': EMPTY_MD5,
        'x-ots-date': '2024-01-02T03:04:05.678Z',
        'x-ots-instancename': 'inst',
        'x-ots-signdate': '20240102',
        'x-ots-signregion': 'cn-hangzhou',
      }),
    ),
  ).toBe('ahhPPD0F6R6fAKEo/uDFD07As7tmYHyFjNP8jOkrC+0=')
})
