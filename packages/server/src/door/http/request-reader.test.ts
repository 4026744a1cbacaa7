import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serverLimits } from '../../limits.js'
import type { HttpHead } from './http-head.js'
import { RequestReader } from './request-reader.js'
import { BROKEN, headLines } from './scan-head.js'

interface Seen {
  readonly head: HttpHead
  body: string
  isComplete: boolean
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

/** Reads bytes in the given pieces. Returns the requests, and whether the bytes were not HTTP. */
function read(pieces: readonly Buffer[]) {
  const seen: Seen[] = []
  const last = (): Seen => seen[seen.length - 1] ?? expect.unreachable()
  const reader = new RequestReader(
    {
      head: (head) => seen.push({ head, body: '', isComplete: false }),
      body: (piece) => {
        expect(piece.length).toBeGreaterThan(0)
        last().body += piece.toString('latin1')
      },
      complete: () => {
        last().isComplete = true
      },
    },
    headLines(),
  )
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const end = reader.read(piece, at)
      if (end === BROKEN) return { seen, isBroken: true, isInside: false }
      expect(end).toBeGreaterThan(at)
      expect(end).toBeLessThanOrEqual(piece.length)
      at = end
    }
  }
  return { seen, isBroken: false, isInside: reader.isInside }
}

const readText = (text: string) => read([latin1(text)])

/** Cuts the bytes at the given fractions of their length. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => Math.floor(place * bytes.length)), bytes.length]
  ends.sort((a, b) => a - b)
  let start = 0
  return ends.map((end) => {
    const piece = bytes.subarray(start, end)
    start = end
    return piece
  })
}

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 })
const bytewise = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1))

const name = fc.stringMatching(/^[A-Za-z!#$%&'*+.^_`|~-]{1,12}$/)
const value = fc.stringMatching(/^[\t -~\u00a0-\u00ff]{0,20}$/)
const header = fc
  .tuple(name, value)
  .filter(([text]) => !/^(content-length|transfer-encoding|connection|expect)$/i.test(text))
const body = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1'))

interface Wanted {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** Lengths of the chunks, or undefined when the length is announced. */
  readonly chunks: readonly number[] | undefined
  readonly before: string
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  method: fc.constantFrom('POST', 'GET', 'M-SEARCH'),
  target: fc.stringMatching(/^[!-~\u00a1-\u00ff]{1,20}$/),
  headers: fc.array(header, { maxLength: 6 }),
  body,
  chunks: fc.option(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), {
    nil: undefined,
  }),
  before: fc.constantFrom('', '\r\n', '\r\n\r\n'),
})

function chunked(text: string, sizes: readonly number[]): string {
  let out = ''
  for (let at = 0, index = 0; at < text.length; index++) {
    const piece = text.slice(at, at + (sizes[index % sizes.length] ?? 1))
    const extension = index % 3 === 1 ? ';name="value"' : ''
    out += `${piece.length.toString(16)}${extension}\r\n${piece}\r\n`
    at += piece.length
  }
  return `${out}0\r\n${sizes.length % 2 === 0 ? 'x-trailer: 1\r\ny: 2\r\n' : ''}\r\n`
}

function format({ method, target, headers, body: text, chunks, before }: Wanted): string {
  const lines = headers.map(([left, right]) => `${left}:${right}\r\n`).join('')
  const [framing, sent] =
    chunks === undefined
      ? [`Content-Length: ${text.length}`, text]
      : ['transfer-encoding: Chunked', chunked(text, chunks)]
  return `${before}${method} ${target} HTTP/1.1\r\n${lines}${framing}\r\n\r\n${sent}`
}

const trim = (text: string): string => text.replace(/^[\t ]+|[\t ]+$/g, '')

const expected = (request: Wanted) => ({
  method: request.method,
  target: request.target,
  body: request.body,
  headers: request.headers.flatMap(([left, right]) => [left.toLowerCase(), trim(right)]),
})

describe('requests', () => {
  test('are read the same however their bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 5 }), places, (requests, at) => {
        const bytes = latin1(requests.map(format).join(''))
        for (const pieces of [[bytes], cut(bytes, at), bytewise(bytes)]) {
          const { seen, isBroken, isInside } = read(pieces)
          expect(isBroken).toBe(false)
          expect(isInside).toBe(false)
          expect(seen.every(({ isComplete }) => isComplete)).toBe(true)
          const found = seen.map(({ head, body: text }) => ({
            method: head.method,
            target: head.target,
            body: text,
            headers: head.headers.slice(0, -2),
          }))
          expect(found).toEqual(requests.map(expected))
        }
      }),
    )
  })

  test('that are not HTTP neither throw nor hang, and are refused the same however they are cut', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('POST /x HTTP/1.1\r\n', 'a: b\r\n', '\r\n', '\r', '\n', '5\r\nhello\r\n', ' ')
        .map(latin1),
      fc
        .constantFrom('content-length: 3\r\n', 'transfer-encoding: chunked\r\n', '0\r\n\r\n', 'zz')
        .map(latin1),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), places, (parts, at) => {
        const bytes = Buffer.concat(parts)
        const whole = read([bytes])
        const inPieces = read(cut(bytes, at))
        expect(inPieces).toEqual(whole)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a head', () => {
  const HEAD = 'POST /x HTTP/1.1\r\n'
  const only = (text: string): HttpHead => readText(text).seen[0]?.head ?? expect.unreachable()

  test.each([
    ['HTTP/1.1 keeps the connection', `${HEAD}\r\n`, true],
    ['HTTP/1.0 does not', 'POST /x HTTP/1.0\r\n\r\n', false],
    ['close', `${HEAD}Connection: Close\r\n\r\n`, false],
    ['close among others', `${HEAD}connection: te, close ,x\r\n\r\n`, false],
    ['HTTP/1.0 that asks to keep it', 'GET / HTTP/1.0\r\nconnection: keep-alive\r\n\r\n', true],
  ])('%s', (_what, text, keepsAlive) => {
    expect(only(text).keepsAlive).toBe(keepsAlive)
  })

  test('may wait for 100-continue, in HTTP/1.1 only', () => {
    expect(only(`${HEAD}Expect: 100-Continue\r\n\r\n`).expectsContinue).toBe(true)
    expect(only(`${HEAD}expect: 200-ok\r\n\r\n`).expectsContinue).toBe(false)
    expect(only('POST /x HTTP/1.0\r\nexpect: 100-continue\r\n\r\n').expectsContinue).toBe(false)
  })

  test.each<readonly [what: string, text: string]>([
    ['no version', 'POST /x\r\n\r\n'],
    ['another version', 'POST /x HTTP/2.0\r\n\r\n'],
    ['an old version', 'POST /x HTTP/0.9\r\n\r\n'],
    ['a version in small letters', 'POST /x http/1.1\r\n\r\n'],
    ['no target', 'POST  HTTP/1.1\r\n\r\n'],
    ['two spaces', 'POST  /x HTTP/1.1\r\n\r\n'],
    ['a space in the target', 'POST /x y HTTP/1.1\r\n\r\n'],
    ['a tab in the target', 'POST /x\ty HTTP/1.1\r\n\r\n'],
    ['a method that is not a token', 'PO(ST /x HTTP/1.1\r\n\r\n'],
    ['no method', ' /x HTTP/1.1\r\n\r\n'],
    ['lines that end in LF', 'POST /x HTTP/1.1\nhost: x\n\n'],
    ['a CR alone', `${HEAD}a: b\rc: d\r\n\r\n`],
    ['an LF in a value', `${HEAD}a: b\nc: d\r\n\r\n`],
    ['a NUL', `${HEAD}a: \0\r\n\r\n`],
    ['a DEL', `${HEAD}a: \x7f\r\n\r\n`],
    ['a folded header line', `${HEAD}a: b\r\n c\r\n\r\n`],
    ['a folded first line', `${HEAD} a: b\r\n\r\n`],
    ['a name with a space', `${HEAD}a b: c\r\n\r\n`],
    ['a space before the colon', `${HEAD}content-length : 3\r\n\r\n`],
    ['no name', `${HEAD}: b\r\n\r\n`],
    ['no colon', `${HEAD}abc\r\n\r\n`],
    ['a name beyond ASCII', `${HEAD}\u00e9: b\r\n\r\n`],
    ['two lengths', `${HEAD}content-length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['the same length twice', `${HEAD}content-length: 1\r\ncontent-length: 1\r\n\r\na`],
    ['a list of lengths', `${HEAD}content-length: 1, 1\r\n\r\na`],
    ['a length and chunks', `${HEAD}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`],
    ['chunks and a length', `${HEAD}transfer-encoding: chunked\r\ncontent-length: 1\r\n\r\n`],
    ['chunks twice', `${HEAD}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n`],
    ['another encoding', `${HEAD}transfer-encoding: gzip, chunked\r\n\r\n`],
    ['chunks in HTTP/1.0', 'POST /x HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n'],
    ...['', '-1', '+1', '1e3', '0x10', '1.0', 'abc', '9'.repeat(16)].map(
      (length) => [`length "${length}"`, `${HEAD}content-length: ${length}\r\n\r\n`] as const,
    ),
  ])('with %s is broken', (_what, text) => {
    expect(readText(text)).toMatchObject({ seen: [], isBroken: true })
    expect(read(bytewise(latin1(text)))).toMatchObject({ seen: [], isBroken: true })
  })

  test('is bounded in bytes and in headers', () => {
    const ofBytes = (bytes: number): string => `${HEAD}a: ${'b'.repeat(bytes - 25)}\r\n\r\n`
    const most = serverLimits.REQUEST_HEAD_BYTES_MAX
    const ofHeaders = (count: number): string => `${HEAD}${'a: b\r\n'.repeat(count)}\r\n`
    const inPieces = (text: string) => cut(latin1(text), [0.1, 0.3, 0.6, 0.9, 0.9999])
    for (const pieces of [(text: string) => [latin1(text)], inPieces]) {
      expect(read(pieces(ofBytes(most))).seen).toHaveLength(1)
      expect(read(pieces(ofBytes(most + 1))).isBroken).toBe(true)
      expect(read(pieces(ofBytes(most + 5).slice(0, -4))).isBroken).toBe(true)
      expect(read(pieces(ofHeaders(serverLimits.REQUEST_HEADERS_MAX))).seen).toHaveLength(1)
      expect(read(pieces(ofHeaders(serverLimits.REQUEST_HEADERS_MAX + 1))).isBroken).toBe(true)
    }
  })

  test('that is broken is refused before it ends', () => {
    expect(readText('\x16\x03\x01\x02').isBroken).toBe(true)
    expect(readText(`${HEAD}a b`).isBroken).toBe(true)
  })
})

describe('chunks', () => {
  const HEAD = 'POST /x HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n'

  test.each([
    ['no size', '\r\n'],
    ['no number', 'zz\r\n'],
    ['a negative size', '-1\r\n'],
    ['a prefix', '0x1\r\na\r\n'],
    ['a size that is too long', 'fffffffff\r\n'],
    ['a size of zeros', `${'0'.repeat(9)}\r\n`],
    ['a space after the size', '1 \r\na\r\n'],
    ['a size that ends in LF', '1\na\r\n'],
    ['a size that ends in CR', '1\rxa\r\n'],
    ['an extension with an LF', '1;a\nb\r\na\r\n'],
    ['no size but an extension', ';a=b\r\n'],
    ['more than the size says', '3\r\nabcd\r\n'],
    ['an LF after the data', '3\r\nabc\n'],
    ['a CR after the data', '3\r\nabc\rx'],
    ['a broken trailer', '0\r\na\nb'],
    ['a CR in a trailer', '0\r\na\rb'],
  ])('with %s are broken', (_what, text) => {
    expect(readText(HEAD + text).isBroken).toBe(true)
    expect(read(bytewise(latin1(HEAD + text))).isBroken).toBe(true)
  })

  test('bound the bytes beside the data', () => {
    const most = serverLimits.CHUNK_EXTRA_BYTES_MAX
    const extended = (bytes: number): string => `1;${'e'.repeat(bytes)}\r\na\r\n0\r\n\r\n`
    expect(readText(HEAD + extended(most)).seen).toMatchObject([{ body: 'a', isComplete: true }])
    expect(readText(HEAD + extended(most + 1)).isBroken).toBe(true)
    const trailers = 't: 1\r\n'.repeat(most / 4 + 1)
    expect(readText(`${HEAD}0\r\n${trailers}\r\n`).isBroken).toBe(true)
  })
})
