import { signReply } from '@rowhouse/protocol'
import { signedRequest } from '@rowhouse/protocol/testing'
import { expect, test } from 'vitest'
import { type ClientOptions, readOptions } from '../client-options.js'
import { RequestSigner } from './sign-request.js'

const body = Buffer.from('body')
const NOW = new Date('2024-01-02T03:04:05.678Z')
const options: ClientOptions = {
  endpoint: 'http://127.0.0.1:1',
  instance: 'inst',
  accessKey: { id: 'testId', secret: 'testSecret' },
}
const V4 = { version: 'v4', region: 'cn-hangzhou' } as const
const TOKEN = { id: 'testId', secret: 'testSecret', token: 'token' }

/** The headers of the protocol's own tests, which are those of the official SDKs. */
const expected = (more: { readonly region?: string; readonly stsToken?: string }) =>
  signedRequest({
    instance: 'inst',
    operation: 'GetRow',
    body,
    accessKeyId: 'testId',
    secret: 'testSecret',
    date: NOW.toISOString(),
    ...more,
  }).headers

const headersOf = (signer: RequestSigner, now = NOW): Record<string, string> => {
  const { headers } = signer.sign('GetRow', body, now)
  const pairs: [string, string][] = []
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i] ?? '', headers[i + 1] ?? ''])
  return Object.fromEntries(pairs)
}

test.each<[string, Partial<ClientOptions>, Parameters<typeof expected>[0]]>([
  ['V1', {}, {}],
  ['V4', { signature: V4 }, { region: 'cn-hangzhou' }],
  ['V1 of temporary credentials', { accessKey: TOKEN }, { stsToken: 'token' }],
  [
    'V4 of temporary credentials',
    { accessKey: TOKEN, signature: V4 },
    { region: 'cn-hangzhou', stsToken: 'token' },
  ],
])('%s', (_, given, more) => {
  const signer = new RequestSigner(readOptions({ ...options, ...given }))
  expect(headersOf(signer)).toEqual(expected(more))
  // The second request uses the cached keys.
  expect(headersOf(signer)).toEqual(expected(more))
})

test('V4 has another key on another day', () => {
  const signer = new RequestSigner(readOptions({ ...options, signature: V4 }))
  const keyOf = (date: string): string =>
    signReply(signer.sign('GetRow', body, new Date(date)).replyKey, [], 'GetRow')
  const first = keyOf('2024-01-02T23:59:59.999Z')
  expect(keyOf('2024-01-03T00:00:00.000Z')).not.toBe(first)
  expect(keyOf('2024-01-02T00:00:00.000Z')).toBe(first)
})

test('a request is dated by its own time, also after others of the same time', () => {
  const signer = new RequestSigner(readOptions(options))
  const later = new Date(NOW.getTime() + 1)
  const dates = [NOW, NOW, later, NOW].map((now) => headersOf(signer, now)['x-ots-date'])
  expect(dates).toEqual([NOW, NOW, later, NOW].map((now) => now.toISOString()))
})
