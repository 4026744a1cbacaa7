import type { Choices } from '../random.js'
import { type Envelope, headText, requestBytes } from './envelope.js'

/**
 * Bytes for their own connection. A client that ends the connection before the reply may not get one:
 * Node.js treats a half-closed connection as closed.
 */
export interface LoneScript {
  readonly title: string
  /** Written one after the other. */
  readonly pieces: readonly Buffer[]
  /** What the client does after them. */
  readonly ending: 'wait' | 'end' | 'destroy'
  readonly repliesMin: number
  readonly repliesMax: number
}

type Make = (envelope: Envelope, random: Choices) => LoneScript

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const CLOSE = 'connection: close\r\n'

const script = (
  title: string,
  pieces: readonly Buffer[],
  ending: LoneScript['ending'],
  replies: readonly [number, number],
): LoneScript => ({ title, pieces, ending, repliesMin: replies[0], repliesMax: replies[1] })

function cut(bytes: Buffer, random: Choices): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.length(200)
    pieces.push(bytes.subarray(at, end))
    at = end
  }
  return pieces
}

const inPieces: Make = (envelope, random) =>
  script('in pieces', cut(requestBytes(envelope), random), 'wait', [1, 1])

const pipelined: Make = (envelope, random) => {
  const times = 2 + random.below(6)
  const bytes = requestBytes(envelope)
  return script('pipelined', [Buffer.concat(Array(times).fill(bytes))], 'wait', [times, times])
}

const chunked: Make = (envelope, random) => {
  const head = headText(envelope, 'transfer-encoding: chunked\r\n')
  const pieces = cut(envelope.body, random).map((piece) =>
    Buffer.concat([
      latin1(`${piece.length.toString(16)}${random.once(4) ? ';name=value' : ''}\r\n`),
      piece,
      latin1('\r\n'),
    ]),
  )
  const end = random.once(4) ? '0\r\nx-trailer: 1\r\n\r\n' : '0\r\n\r\n'
  return script('chunked', [latin1(head), ...pieces, latin1(end)], 'wait', [1, 1])
}

const brokenChunks: Make = (envelope, random) => {
  const head = headText(envelope, 'transfer-encoding: chunked\r\n')
  const odd = [
    'zz\r\n',
    'ffffffffffffffffff\r\n',
    '-1\r\n',
    '5\r\nabcdefgh\r\n',
    '\r\n\r\n',
    '3\nabc',
  ]
  const body = latin1(`${random.pick(odd)}${'x'.repeat(random.length(99))}`)
  return script('broken chunks', [latin1(head), body], 'end', [0, 2])
}

const truncated: Make = (envelope, random) => {
  const bytes = requestBytes(envelope)
  const ending = random.pick(['end', 'destroy'] as const)
  return script('truncated', [bytes.subarray(0, random.below(bytes.length))], ending, [0, 1])
}

const oddLength: Make = (envelope, random) => {
  const { length } = envelope.body
  const odd = [-1, 'abc', '1e3', '99999999999999999999', '', '0x10', `${length}, ${length + 1}`]
  const framing = random.once(3)
    ? `content-length: ${length}\r\ncontent-length: ${length + 1}\r\n`
    : random.once(2)
      ? `content-length: ${length}\r\ntransfer-encoding: chunked\r\n`
      : `content-length: ${random.pick(odd)}\r\n`
  const bytes = Buffer.concat([latin1(headText(envelope, framing)), envelope.body])
  return script('odd length', [bytes], 'end', [0, 2])
}

/** The announced length is too short, so the rest of the body is parsed as the next request. */
const shortLength: Make = (envelope, random) => {
  const framing = `content-length: ${random.below(envelope.body.length)}\r\n`
  const bytes = Buffer.concat([latin1(headText(envelope, framing)), envelope.body])
  return script('short length', [bytes], 'end', [0, 4])
}

/** A body that is announced as too large and never sent. */
const announced: Make = (envelope, random) => {
  const length = random.pick([5_242_881, 70_000_000, 9_007_199_254_740_991])
  const head = latin1(headText(envelope, `content-length: ${length}\r\n`))
  return script('announced too large', [head], 'end', [0, 2])
}

const absolute: Make = (envelope, random) => {
  const hosts = ['http://x', 'https://[::1]:80', 'HTTP://fuzz.region.example:8087', 'http://']
  const target = `${random.pick(hosts)}${envelope.target}`
  return script('absolute target', [requestBytes({ ...envelope, target })], 'wait', [1, 1])
}

const methods = [
  'GET',
  'PUT',
  'HEAD',
  'OPTIONS',
  'DELETE',
  'PATCH',
  'TRACE',
  'CONNECT',
  'FOO',
  'M-SEARCH',
]

const otherMethod: Make = (envelope, random) => {
  const bytes = requestBytes({ ...envelope, method: random.pick(methods) })
  return script('another method', [bytes], 'end', [0, 2])
}

const expectation: Make = (envelope, random) => {
  const value = random.pick(['100-continue', '200-ok'])
  const framing = `expect: ${value}\r\ncontent-length: ${envelope.body.length}\r\n${CLOSE}`
  const head = latin1(headText(envelope, framing))
  return script('expect', [head, envelope.body], 'wait', [1, 1])
}

const upgrade: Make = (envelope, random) => {
  const protocol = random.pick(['websocket', 'h2c', 'TLS/1.0'])
  const framing = `connection: upgrade\r\nupgrade: ${protocol}\r\ncontent-length: ${envelope.body.length}\r\n`
  const bytes = Buffer.concat([latin1(headText(envelope, framing)), envelope.body])
  return script('upgrade', [bytes], 'end', [0, 2])
}

const garbage: readonly Buffer[] = [
  latin1('\r\n\r\n\r\n'),
  latin1('GET\r\n\r\n'),
  latin1('POST /GetRow HTTP/0.9\r\n\r\n'),
  latin1('POST /GetRow HTTP/1.0\r\ncontent-length: 0\r\n\r\n'),
  latin1('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  latin1('POST /GetRow HTTP/1.1\r\n\r\n'),
  latin1('POST /GetRow HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'),
  latin1('POST /GetRow HTTP/1.1\r\nx-ots-date:\0\r\n\r\n'),
  latin1('POST /GetRow HTTP/1.1\r\n folded: x\r\n\r\n'),
  latin1('POST /GetRow HTTP/1.1\nhost: x\n\n'),
  latin1(`POST /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`),
  latin1(`POST /GetRow HTTP/1.1\r\nhost: x\r\n${'x-a: b\r\n'.repeat(3000)}\r\n`),
  latin1(`POST /GetRow HTTP/1.1\r\nx-ots-date: ${'d'.repeat(20_000)}\r\n\r\n`),
  Buffer.from('16030100c8010000c40303', 'hex'),
]

const noHttp: Make = (_envelope, random) => {
  const bytes = random.once(3) ? random.bytes(1 + random.length(2000)) : random.pick(garbage)
  return script('no HTTP', [bytes], 'end', [0, 4])
}

const makers: readonly Make[] = [
  inPieces,
  inPieces,
  pipelined,
  pipelined,
  chunked,
  chunked,
  brokenChunks,
  truncated,
  truncated,
  oddLength,
  shortLength,
  announced,
  absolute,
  otherMethod,
  expectation,
  upgrade,
  noHttp,
]

export const breakHttp: Make = (envelope, random) => random.pick(makers)(envelope, random)
