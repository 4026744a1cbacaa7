import { deflateSync } from 'node:zlib'
import { type Expectation, anything, only } from '../expectation.js'
import type { Choices } from '../random.js'
import { ACCESS_KEY_ID, type Envelope, type Signer } from './envelope.js'

/** A request whose headers are wrong, and the replies that it may have. */
export interface BrokenHead {
  readonly envelope: Envelope
  readonly expected: Expectation
}

type Breaker = (operation: string, body: Buffer, signer: Signer, random: Choices) => BrokenHead

const required = [
  'x-ots-date',
  'x-ots-apiversion',
  'x-ots-accesskeyid',
  'x-ots-contentmd5',
  'x-ots-instancename',
  'x-ots-signature',
] as const

const oddDates = [
  'now',
  '1970-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00.000Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T24:00:00.000Z',
  '0000-01-01T00:00:00.000000Z',
  '-001-01-01T00:00:00.000Z',
  'Tue, 15 Nov 1994 08:12:31 GMT',
  '9'.repeat(40),
] as const

const authFailures = only('OTSAuthFailed')
const invalid = only('OTSParameterInvalid')

const withoutHeader: Breaker = (operation, body, signer, random) => {
  const envelope = signer.envelope(operation, body)
  envelope.headers.delete(random.pick(required))
  return { envelope, expected: invalid }
}

const wrongMd5: Breaker = (operation, body, signer, random) => {
  const envelope = signer.envelope(operation, body)
  const odd = ['1B2M2Y8AsgTpgAmY7PhCfA==', '', 'x', 'ä'.repeat(30)]
  envelope.headers.set('x-ots-contentmd5', random.pick(odd))
  signer.sign(operation, envelope.headers)
  return { envelope, expected: authFailures }
}

const wrongDate: Breaker = (operation, body, signer, random) => {
  const envelope = signer.envelope(operation, body)
  envelope.headers.set('x-ots-date', random.pick(oddDates))
  signer.sign(operation, envelope.headers)
  return { envelope, expected: only('OTSParameterInvalid', 'OTSAuthFailed') }
}

const wrongSignature: Breaker = (operation, body, signer, random) => {
  const envelope = signer.envelope(operation, body)
  const right = envelope.headers.get('x-ots-signature') ?? ''
  const odd = ['', 'x', `${right}=`, right.slice(1), right.toLowerCase(), '\xff'.repeat(28)]
  envelope.headers.set('x-ots-signature', random.pick(odd))
  return { envelope, expected: authFailures }
}

/** A header that is changed after it was signed. */
const changedAfterwards: Breaker = (operation, body, signer, random) => {
  const envelope = signer.envelope(operation, body)
  const name = random.pick(['x-ots-apiversion', 'x-ots-added', 'x-ots-ststoken'])
  envelope.headers.set(name, `2016-${random.bits()}`)
  return { envelope, expected: authFailures }
}

const otherOperation: Breaker = (operation, body, signer) => {
  const envelope = signer.envelope('NotThisOperation', body)
  envelope.target = `/${operation}`
  return { envelope, expected: authFailures }
}

const strangeKey: Breaker = (operation, body, signer, random) => {
  const envelope = signer.envelope(operation, body)
  const odd = ['nobody', ACCESS_KEY_ID.toUpperCase(), 'x'.repeat(4000), '__proto__', '\xe9']
  envelope.headers.set('x-ots-accesskeyid', random.pick(odd))
  signer.sign(operation, envelope.headers)
  return { envelope, expected: authFailures }
}

const strangeInstance: Breaker = (operation, body, signer, random) => {
  const envelope = signer.envelope(operation, body)
  const odd = ['other', '../fuzz', 'a', 'fuzz\xe9', '__proto__', 'i'.repeat(300), 'fuzz fuzz']
  envelope.headers.set('x-ots-instancename', random.pick(odd))
  signer.sign(operation, envelope.headers)
  return { envelope, expected: only('OTSAuthFailed', 'OTSParameterInvalid') }
}

/** Headers of V4 with a signature of V1, or some of them. */
const halfV4: Breaker = (operation, body, signer, random) => {
  const envelope = signer.envelope(operation, body, { 'x-ots-signdate': String(random.bits()) })
  const right = envelope.headers.get('x-ots-signature') ?? ''
  envelope.headers.set('x-ots-signaturev4', right)
  if (random.once(2)) envelope.headers.set('x-ots-signregion', `r${random.bits()}`)
  return { envelope, expected: only('OTSAuthFailed', 'OTSParameterInvalid') }
}

/** Declares a compressed body, which may or may not be true. */
const compressed: Breaker = (operation, body, signer, random) => {
  const isReal = random.once(2)
  const sent = isReal ? deflateSync(body) : body
  const sizes = [body.length, body.length, body.length + 1, 0, -1, 1, 5_242_880, 2 ** 40]
  const size = random.once(20) ? 'many' : String(random.pick(sizes))
  const headers: Record<string, string> = {
    'x-ots-request-compress-type': random.once(8) ? 'gzip' : 'deflate',
  }
  if (!random.once(8)) headers['x-ots-request-compress-size'] = size
  return { envelope: signer.envelope(operation, sent, headers), expected: anything }
}

/** Small bodies that inflate to large ones. */
const bombs = [1000, 5_242_880, 20_000_000].map((size) => ({
  size,
  body: deflateSync(Buffer.alloc(size)),
}))

const bomb: Breaker = (operation, _body, signer, random) => {
  const { size, body } = random.pick(bombs)
  const headers = {
    'x-ots-request-compress-type': 'deflate',
    'x-ots-request-compress-size': String(random.pick([size, 1000, 5_242_880])),
  }
  const envelope = signer.envelope(operation, body, headers)
  return { envelope, expected: only('OTSParameterInvalid', 'OTSRequestBodyTooLarge') }
}

/** Unknown headers, which must change nothing. */
const moreHeaders: Breaker = (operation, body, signer, random) => {
  const count = 1 + random.below(20)
  const names = Array.from({ length: count }, (_, index) => `x-ots-odd-${index}-${random.bits()}`)
  const more = Object.fromEntries(names.map((name) => [name, 'v'.repeat(random.length(200))]))
  const compress = random.once(2) ? { 'x-ots-response-compress-type': 'deflate' } : {}
  return {
    envelope: signer.envelope(operation, body, { ...more, ...compress }),
    expected: anything,
  }
}

/** Breakers whose requests must be refused without any effect. */
const refusedBreakers: readonly Breaker[] = [
  withoutHeader,
  wrongMd5,
  wrongDate,
  wrongSignature,
  changedAfterwards,
  otherOperation,
  strangeKey,
  strangeInstance,
  halfV4,
]

const otherBreakers: readonly Breaker[] = [compressed, compressed, moreHeaders, moreHeaders]

export const refuse: Breaker = (...given) => given[3].pick(refusedBreakers)(...given)
export const bend: Breaker = (...given) =>
  given[3].once(100) ? bomb(...given) : given[3].pick(otherBreakers)(...given)
