import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReplyParser } from './reply-parser.js'

const reply = (status: number, body: string): Buffer =>
  Buffer.from(`HTTP/1.1 ${status} X\r\nDate: now\r\nContent-Length: ${body.length}\r\n\r\n${body}`)

describe('ReplyParser', () => {
  it('reads a sequence of replies however the socket cuts them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 200, max: 599 }), fc.stringMatching(/^[a-z\r\n]*$/))),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (replies, cuts) => {
          const parser = new ReplyParser(true)
          const seen: [number, string][] = []
          let pieces = 0
          for (const [status, body] of replies) {
            let rest = reply(status, body)
            while (rest.length > 0) {
              const cut = cuts[pieces++ % cuts.length] ?? 1
              if (parser.push(rest.subarray(0, cut))) {
                seen.push([parser.status, Buffer.concat(parser.body).toString()])
              }
              rest = rest.subarray(cut)
            }
          }
          expect(seen).toEqual(replies)
        },
      ),
    )
  })

  it('reads a reply without a length as one without a body', () => {
    const parser = new ReplyParser(false)
    expect(parser.push(Buffer.from('HTTP/1.1 204 No Content\r\nx: y\r\n\r\n'))).toBe(true)
    expect([parser.status, parser.bodyLength]).toEqual([204, 0])
  })

  it('refuses unexpected bytes and unknown lengths', () => {
    const surplus = new ReplyParser(false)
    expect(() => surplus.push(Buffer.concat([reply(200, 'a'), reply(200, 'b')]))).toThrow('More')
    const chunked = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    expect(() => new ReplyParser(false).push(chunked)).toThrow('Chunked')
  })
})
