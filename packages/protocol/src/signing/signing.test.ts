import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signedRequest } from '../testing/signed-request.js'
import { contentMd5 } from './content-md5.js'
import { HmacKey } from './hmac-key.js'
import { authorizationHeader, replyStringToSign, signReply } from './reply.js'
import { sameSignature } from './same-signature.js'
import { signedHeaders } from './signed-headers.js'
import { signV1, stringToSign } from './v1.js'
import { deriveKeyV4, signV4 } from './v4.js'

// The expected signatures come from the official Node, Python and Java SDKs' own signers.
const SECRET = 'testSecret'
const requestHeaders = {
  'x-ots-accesskeyid': 'testId',
  'x-ots-apiversion': '2015-12-31',
  'x-ots-contentmd5': '1B2M2Y8AsgTpgAmY7PhCfg==',
  'x-ots-date': '2024-01-02T03:04:05.678Z',
  'x-ots-instancename': 'inst',
}
const v4Headers = {
  ...requestHeaders,
  'x-ots-signdate': '20240102',
  'x-ots-signregion': 'cn-hangzhou',
}
const DERIVED_KEY = 'iPcMHbIhAOD5T+6lFzbj8GNOY7wswjzATUt8bFolXnc='
const V1_SIGNATURE = 'ZiaoLw8bWPAYm5/1Mdy1mxeb77c='
const V4_SIGNATURE = 'ahhPPD0F6R6fAKEo/uDFD07As7tmYHyFjNP8jOkrC+0='

describe('request signatures', () => {
  test('V1', () => {
    expect(signV1(SECRET, 'ListTable', signedHeaders(requestHeaders))).toBe(V1_SIGNATURE)
  })

  test('V4', () => {
    expect(deriveKeyV4(SECRET, '20240102', 'cn-hangzhou')).toBe(DERIVED_KEY)
    expect(signV4(DERIVED_KEY, 'ListTable', signedHeaders(v4Headers))).toBe(V4_SIGNATURE)
  })

  test('one key signs many requests', () => {
    const key = new HmacKey('sha1', SECRET)
    const headers = signedHeaders(requestHeaders)
    expect(signV1(key, 'ListTable', headers)).toBe(V1_SIGNATURE)
    expect(signV1(key, 'GetRow', headers)).not.toBe(V1_SIGNATURE)
    expect(signV1(key, 'ListTable', headers)).toBe(V1_SIGNATURE)
  })

  test('cover every x-ots header but the signatures, in order and trimmed', () => {
    const headers = signedHeaders({
      'X-Ots-Ststoken': ' token ',
      'x-ots-signature': 'no',
      'x-ots-signaturev4': 'no',
      host: 'no',
      'x-ots-date': 'now',
    })
    expect(stringToSign('tunnel/create', headers)).toBe(
      '/tunnel/create\nPOST\n\nx-ots-date:now\nx-ots-ststoken:token\n',
    )
  })

  test('whole requests for tests carry them', () => {
    const request = {
      instance: 'inst',
      operation: 'ListTable',
      body: new Uint8Array(0),
      accessKeyId: 'testId',
      secret: SECRET,
      date: '2024-01-02T03:04:05.678Z',
    }
    expect(signedRequest(request).headers).toEqual({
      ...requestHeaders,
      'x-ots-signature': V1_SIGNATURE,
    })
    expect(signedRequest({ ...request, region: 'cn-hangzhou' }).headers).toEqual({
      ...v4Headers,
      'x-ots-signaturev4': V4_SIGNATURE,
    })
    const withToken = signedRequest({ ...request, stsToken: 't', endpointHost: 'h:1' }).headers
    expect(withToken).toMatchObject({ 'x-ots-ststoken': 't', host: 'h:1' })
    expect(withToken['x-ots-signature']).toBe(
      signV1(SECRET, 'ListTable', signedHeaders({ ...requestHeaders, 'x-ots-ststoken': 't' })),
    )
  })
})

describe('reply signatures', () => {
  const headers = signedHeaders({
    'x-ots-requestid': '0005aedd-5b9e-9b48-a5c1-720b12a7b4bb',
    'x-ots-date': '2024-01-02T03:04:05.700000Z',
    'x-ots-contenttype': 'protocol buffer',
    'x-ots-contentmd5': '1B2M2Y8AsgTpgAmY7PhCfg==',
  })

  test('for a V1 request use the secret', () => {
    const signature = signReply(SECRET, headers, 'ListTable')
    expect(authorizationHeader('testId', signature)).toBe('OTS testId:uvn8W0M+H24WfnFOcZGcUvl+t/A=')
  })

  test('for a V4 request use the derived key', () => {
    expect(signReply(DERIVED_KEY, headers, 'ListTable')).toBe('RRP+MeatWY3Ck+Qk57noS8cr2ME=')
  })

  test('end in the operation without a newline', () => {
    expect(replyStringToSign([{ name: 'x-ots-date', value: 'now' }], 'GetRow')).toBe(
      'x-ots-date:now\n/GetRow',
    )
  })
})

describe('HmacKey', () => {
  test('agrees with createHmac for any key and text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(text, text, fc.constantFrom('sha1', 'sha256'), (secret, message, algorithm) => {
        const expected = createHmac(algorithm, secret).update(message).digest('base64')
        expect(new HmacKey(algorithm, secret).sign(message)).toBe(expected)
      }),
    )
  })

  test.each([2730, 2731, 100_000])('takes a text of %i characters', (length) => {
    const message = '中'.repeat(length)
    const expected = createHmac('sha1', SECRET).update(message).digest('base64')
    expect(new HmacKey('sha1', SECRET).sign(message)).toBe(expected)
  })
})

test('the MD5 of an empty body', () => {
  expect(contentMd5(new Uint8Array(0))).toBe('1B2M2Y8AsgTpgAmY7PhCfg==')
})

test('the MD5 of a captured error body', () => {
  const body = Buffer.from('\n\x15OTSConditionCheckFail\x12\x17Condition check failed.', 'latin1')
  expect(contentMd5(body)).toBe('tb1xxFT1i9oAap/9e+zMLA==')
})

test('signatures are the same only when every character is', () => {
  expect(sameSignature('abc', 'abc')).toBe(true)
  expect(sameSignature('', '')).toBe(true)
  for (const other of ['abd', 'ab', 'abcd', '', 'xbc'])
    expect(sameSignature(other, 'abc')).toBe(false)
})
