import { expect, test } from 'vitest'
import { readReplyHeaders } from './reply-headers.js'

/** Names and values in turn, from lines of both. */
const raw = (...lines: readonly string[]): Buffer[] =>
  lines.flatMap((line) => line.split(': ').map((part) => Buffer.from(part)))

test('names come in any case, and headers that a client does not read are left out', () => {
  const headers = readReplyHeaders(
    raw(
      'X-Ots-RequestId: r',
      'x-ots-contentmd5: m',
      'Authorization: OTS a:b',
      'content-length: 5',
      'x-ots-date: d',
      'Keep-Alive: timeout=5',
    ),
  )
  expect([...headers]).toEqual([
    ['x-ots-requestid', 'r'],
    ['x-ots-contentmd5', 'm'],
    ['authorization', 'OTS a:b'],
    ['x-ots-date', 'd'],
  ])
})

test('a signed header that is not known is read too, also one as long as a known name', () => {
  const headers = readReplyHeaders(raw('X-Ots-Later: 1', 'x-ots-hour: 2', 'x-not-date: 3'))
  expect([...headers]).toEqual([
    ['x-ots-later', '1'],
    ['x-ots-hour', '2'],
  ])
})
