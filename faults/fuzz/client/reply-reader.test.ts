import { describe, expect, test } from 'vitest'
import { ReplyReader } from './reply-reader.js'

const first = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\nX-One: 1\r\n\r\nabc'
const second = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'

describe('replies', () => {
  test.each([1, 2, 7, 1000])('are read whole when they arrive %i bytes at a time', (size) => {
    const reader = new ReplyReader()
    const bytes = Buffer.from(`${first}HTTP/1.1 100 Continue\r\n\r\n${second}`)
    const replies = []
    for (let at = 0; at < bytes.length; at += size) {
      replies.push(...reader.push(bytes.subarray(at, at + size)))
    }
    expect(replies.map(({ status, body }) => [status, body.toString()])).toEqual([
      [200, 'abc'],
      [404, ''],
    ])
    expect(replies[0]?.headers.get('x-one')).toBe('1')
    expect(reader.isInside).toBe(false)
  })

  test('that are truncated are detected', () => {
    const reader = new ReplyReader()
    expect(reader.push(Buffer.from(first.slice(0, -1)))).toEqual([])
    expect(reader.isInside).toBe(true)
  })

  test.each([
    ['no status', 'HELLO\r\n\r\n'],
    ['no length', 'HTTP/1.1 200 OK\r\nx: 1\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    ['a broken header', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n'],
    ['no end of the head', 'x'.repeat(20_000)],
  ])('with %s are refused', (_, text) => {
    expect(() => new ReplyReader().push(Buffer.from(text))).toThrow()
  })
})
