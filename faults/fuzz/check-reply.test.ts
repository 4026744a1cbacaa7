import {
  authorizationHeader,
  contentMd5,
  encodeError,
  listTable,
  signReply,
  signedHeaders,
} from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { ReplyChecker } from './check-reply.js'
import type { Reply } from './client/reply-reader.js'
import { type Asked, anything, only } from './expectation.js'
import { ACCESS_KEY_ID, SECRET } from './http/envelope.js'

const asked: Asked = { operation: 'ListTable', expected: anything, signature: 'needed' }

function reply(
  status: number,
  body: Buffer,
  changed: Readonly<Record<string, string>> = {},
): Reply {
  const headers: Record<string, string> = {
    'x-ots-contentmd5': contentMd5(body),
    'x-ots-contenttype': 'protocol buffer',
    'x-ots-date': '2026-01-02T03:04:05.678000Z',
    'x-ots-requestid': '0005aedd-5b9e-4b48-a5c1-720b12a7b4bb',
    ...changed,
  }
  const signature = signReply(SECRET, signedHeaders(headers), 'ListTable')
  const authorization = authorizationHeader(ACCESS_KEY_ID, signature)
  return {
    status,
    body,
    headers: new Map(Object.entries({ authorization, ...headers, ...changed })),
  }
}

const good = listTable.encodeReply({ tableNames: ['t'] })
const check = (answer: Reply, question: Asked = asked) => new ReplyChecker().check(question, answer)

describe('a reply is right', () => {
  test('when it decodes and everything is signed', () => {
    expect(check(reply(200, good))).toBeUndefined()
  })

  test('when it is a known error with its status', () => {
    const body = encodeError('OTSParameterInvalid', 'Something.')
    expect(check(reply(400, body))).toBeUndefined()
    expect(check(reply(400, body), { ...asked, expected: only('OTSParameterInvalid') })).toBe(
      undefined,
    )
  })
})

describe('a reply is wrong', () => {
  test.each<[string, Reply, string]>([
    ['with a body that does not decode', reply(200, Buffer.of(0x0a, 0x09)), 'cannot be decoded'],
    ['with an unforeseen error', reply(500, encodeError('OTSInternalServerError', 'x')), 'x'],
    ['when the server is busy', reply(503, encodeError('OTSServerBusy', 'x')), 'OTSServerBusy'],
    ['with another status', reply(404, encodeError('OTSParameterInvalid', 'x')), 'status 404'],
    ['with an unknown code', reply(400, encodeError('OTSWhat', 'x')), 'OTSWhat'],
    ['without a text', reply(400, encodeError('OTSParameterInvalid', ' ')), 'without a text'],
    ['with a body that is no error', reply(400, Buffer.from('<html>')), 'no error'],
    ['with another MD5', reply(200, good, { 'x-ots-contentmd5': contentMd5(Buffer.of(1)) }), 'md5'],
    ['without a date', reply(200, good, { 'x-ots-date': 'today' }), 'date'],
    ['with a wrong signature', reply(200, good, { authorization: 'OTS fuzzkey:x' }), 'signed'],
  ])('%s', (_, answer, problem) => expect(check(answer)).toContain(problem))

  test('when it is not signed and should be', () => {
    const { status, body, headers } = reply(200, good)
    const unsigned = new Map(headers)
    unsigned.delete('authorization')
    expect(check({ status, body, headers: unsigned })).toBe('the reply is not signed')
    const question: Asked = { ...asked, signature: 'possible' }
    expect(check({ status, body, headers: unsigned }, question)).toBeUndefined()
  })

  test('when a request that must be refused succeeds, or is refused for another reason', () => {
    const question: Asked = { ...asked, expected: only('OTSAuthFailed') }
    expect(check(reply(200, good), question)).toContain('instead of OTSAuthFailed')
    const error = encodeError('OTSParameterInvalid', 'x')
    expect(check(reply(400, error), question)).toContain('instead of OTSAuthFailed')
  })
})
