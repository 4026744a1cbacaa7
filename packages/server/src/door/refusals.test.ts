import { afterEach, describe, expect, test } from 'vitest'
import {
  bounds,
  contentMd5Of,
  describeError,
  doorsOfTest,
  EMPTY_MD5,
  exchange,
  expectedAuthorization,
  RawClient,
  requestBytes,
  type RequestParts,
  SECRET,
  UUID,
} from '../testing/door-fixture.js'

const start = doorsOfTest(afterEach)

describe('a refused request', () => {
  const tooLate = '2024-01-02T03:19:06.000Z'
  const cases: readonly (readonly [what: string, expected: string, parts: RequestParts])[] = [
    [
      'unknown operation',
      '400 OTSParameterInvalid Unsupported operation: Frobnicate.',
      { operation: 'Frobnicate' },
    ],
    [
      'operation that is not implemented',
      '400 OTSParameterInvalid Unsupported operation: Search.',
      { operation: 'Search' },
    ],
    ...(
      [
        'x-ots-date',
        'x-ots-apiversion',
        'x-ots-accesskeyid',
        'x-ots-contentmd5',
        'x-ots-instancename',
        'x-ots-signature',
      ] as const
    ).map(
      (name) =>
        [
          `no ${name}`,
          `400 OTSParameterInvalid Missing header: ${name}.`,
          { headers: { [name]: undefined } },
        ] as const,
    ),
    [
      'V4 without a region',
      '400 OTSParameterInvalid Missing header: x-ots-signregion.',
      { headers: { 'x-ots-signaturev4': 'x', 'x-ots-signdate': '20240102' } },
    ],
    ...(['20231231', '20240104'] as const).map(
      (date) =>
        [
          `a V4 key of ${date}`,
          `403 OTSAuthFailed Mismatch between system time and x-ots-signdate: ${date}.`,
          {
            headers: {
              'x-ots-signaturev4': 'x',
              'x-ots-signdate': date,
              'x-ots-signregion': 'cn-hangzhou',
            },
          },
        ] as const,
    ),
    [
      'a V4 key of a day that does not exist',
      '400 OTSParameterInvalid Invalid date format: 20240230.',
      {
        headers: {
          'x-ots-signaturev4': 'x',
          'x-ots-signdate': '20240230',
          'x-ots-signregion': 'cn-hangzhou',
        },
      },
    ],
    [
      'a date in another form',
      '400 OTSParameterInvalid Invalid date format: Tue, 02 Jan 2024 03:04:05 GMT.',
      { signed: { 'x-ots-date': 'Tue, 02 Jan 2024 03:04:05 GMT' } },
    ],
    [
      'a date more than 15 minutes off',
      `403 OTSAuthFailed Mismatch between system time and x-ots-date: ${tooLate}.`,
      { signed: { 'x-ots-date': tooLate } },
    ],
    [
      'a bad instance name',
      '400 OTSParameterInvalid Invalid instance name: a_b.',
      { signed: { 'x-ots-instancename': 'a_b' } },
    ],
    [
      'a wrong MD5',
      '403 OTSAuthFailed Mismatch between MD5 value of request body and ' +
        'x-ots-contentmd5 in header.',
      { body: Buffer.from('body'), signed: { 'x-ots-contentmd5': EMPTY_MD5 } },
    ],
    [
      'an unknown access key',
      '403 OTSAuthFailed The AccessKeyID does not exist.',
      { signed: { 'x-ots-accesskeyid': 'nobody' } },
    ],
    ['a wrong secret', '403 OTSAuthFailed Signature mismatch.', { secret: 'wrong' }],
    [
      'a changed header',
      '403 OTSAuthFailed Signature mismatch.',
      { headers: { 'x-ots-request-tag': 'added later' } },
    ],
    [
      'a wrong V4 signature',
      '403 OTSAuthFailed Signature mismatch.',
      {
        headers: {
          'x-ots-signaturev4': 'ahhPPD0F6R6fAKEo/uDFD07As7tmYHyFjNP8jOkrC+1=',
          'x-ots-signdate': '20240102',
          'x-ots-signregion': 'cn-hangzhou',
        },
      },
    ],
    [
      'temporary credentials without their token',
      '403 OTSAuthFailed Signature mismatch.',
      { signed: { 'x-ots-accesskeyid': 'stsId' }, secret: 'stsSecret' },
    ],
    [
      'temporary credentials with another token',
      '403 OTSAuthFailed Signature mismatch.',
      {
        signed: { 'x-ots-accesskeyid': 'stsId', 'x-ots-ststoken': 'token-2' },
        secret: 'stsSecret',
      },
    ],
    [
      'a token for a permanent key',
      '403 OTSAuthFailed Signature mismatch.',
      { signed: { 'x-ots-ststoken': 'token-1' } },
    ],
    [
      'an unknown instance',
      '403 OTSAuthFailed The instance is not found.',
      { signed: { 'x-ots-instancename': 'nowhere' } },
    ],
    [
      'the key of another instance',
      '403 OTSAuthFailed The user has no privilege to access the instance.',
      { signed: { 'x-ots-accesskeyid': 'otherId' }, secret: 'otherSecret' },
    ],
    [
      'a write with a read-only key',
      '403 OTSNoPermissionAccess You have no permission to access the requested resource, ' +
        'please contact the resource owner',
      {
        operation: 'PutRow',
        signed: { 'x-ots-accesskeyid': 'readerId' },
        secret: 'readerSecret',
      },
    ],
    [
      'an announced body that is too large',
      '413 OTSRequestBodyTooLarge The size of POST data is too large.',
      { body: Buffer.alloc(bounds.bodyBytesMax + 1) },
    ],
    [
      'an unknown compression',
      '400 OTSParameterInvalid Cannot deserialize the request data.',
      { signed: { 'x-ots-request-compress-type': 'gzip', 'x-ots-request-compress-size': '1' } },
    ],
    [
      'compression without a size',
      '400 OTSParameterInvalid Missing header: x-ots-request-compress-size.',
      { signed: { 'x-ots-request-compress-type': 'deflate' } },
    ],
  ]

  test.each(cases)('for %s gets %s', async (_what, expected, parts) => {
    const { gate, port } = await start()
    const reply = await exchange(port, parts)
    expect(describeError(reply)).toBe(expected)
    expect(gate.calls).toEqual([])
    expect(reply.headers.get('x-ots-contentmd5')).toBe(contentMd5Of(reply.body))
    expect(gate.refusals.map(({ code }) => code)).toEqual([expected.split(' ')[1]])
  })

  test('gets a signed answer whenever the access key is known', async () => {
    const { port } = await start()
    for (const parts of [
      { secret: 'wrong' },
      { operation: 'Frobnicate' },
      { body: Buffer.alloc(9999) },
    ]) {
      const reply = await exchange(port, parts)
      const operation = 'operation' in parts ? parts.operation : 'GetRow'
      expect(reply.headers.get('authorization')).toBe(
        expectedAuthorization(reply, operation, 'testId', SECRET),
      )
    }
    const reply = await exchange(port, { signed: { 'x-ots-accesskeyid': 'nobody' } })
    expect(reply.headers.has('authorization')).toBe(false)
  })

  test.each(['GET', 'PUT', 'HEAD', 'DELETE'])('with method %s gets 405', async (method) => {
    const { gate, port } = await start()
    const reply = await exchange(port, { method })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('x-ots-requestid')).toMatch(UUID)
    if (method !== 'HEAD') {
      expect(describeError(reply)).toBe(
        '405 OTSMethodNotAllowed Only POST method for requests is supported.',
      )
    }
    expect(gate.calls).toEqual([])
  })

  test('that grows past the limit unannounced gets 413, and the connection stays open', async () => {
    const { gate, port } = await start()
    const bytes = requestBytes({
      headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
    })
    const client = new RawClient(port).send(bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4))
    const size = bounds.bodyBytesMax + 1
    client
      .send(`${size.toString(16)}\r\n`)
      .send(Buffer.alloc(size))
      .send('\r\n0\r\n\r\n')
    expect(describeError(await client.reply())).toBe(
      '413 OTSRequestBodyTooLarge The size of POST data is too large.',
    )
    expect((await client.send(requestBytes()).reply()).status).toBe(200)
    expect(gate.calls).toHaveLength(1)
    client.socket.destroy()
  })

  test('that waits for 100-continue with too large a body does not get it', async () => {
    const { port } = await start()
    const headers = { 'content-length': String(bounds.bodyBytesMax + 1), expect: '100-continue' }
    const client = new RawClient(port).send(requestBytes({ headers }))
    expect((await client.reply()).status).toBe(413)
    client.socket.destroy()
  })

  test('is not counted under an operation that does not exist', async () => {
    const { gate, port } = await start()
    await exchange(port, { operation: 'Frobnicate' })
    expect(gate.refusals).toMatchObject([{ operation: '' }])
  })
})
