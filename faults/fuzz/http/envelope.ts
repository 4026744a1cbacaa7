import { HmacKey, contentMd5, signV1, signedHeaders } from '@rowhouse/protocol'

export const INSTANCE = 'fuzz'
export const ACCESS_KEY_ID = 'fuzzkey'
export const SECRET = 'fuzzsecret'

/** The parts of a request, any of which may be wrong. */
export interface Envelope {
  method: string
  /** The request target in the first line. */
  target: string
  /** In the order in which they are sent, without Host and Content-Length. */
  headers: Map<string, string>
  body: Buffer
}

/** Makes correctly signed requests. */
export class Signer {
  readonly #key = new HmacKey('sha1', SECRET)

  envelope(operation: string, body: Buffer, more: Readonly<Record<string, string>> = {}): Envelope {
    const headers = new Map([
      ['x-ots-accesskeyid', ACCESS_KEY_ID],
      ['x-ots-apiversion', '2015-12-31'],
      ['x-ots-contentmd5', contentMd5(body)],
      ['x-ots-date', new Date().toISOString()],
      ['x-ots-instancename', INSTANCE],
      ...Object.entries(more),
    ])
    this.sign(operation, headers)
    return { method: 'POST', target: `/${operation}`, headers, body }
  }

  /** Signs again after headers were changed. */
  sign(operation: string, headers: Map<string, string>): void {
    const sorted = signedHeaders(Object.fromEntries(headers))
    headers.set('x-ots-signature', signV1(this.#key, operation, sorted))
  }
}

export function headText(envelope: Envelope, framing: string): string {
  let head = `${envelope.method} ${envelope.target} HTTP/1.1\r\nhost: 127.0.0.1\r\n`
  for (const [name, value] of envelope.headers) head += `${name}: ${value}\r\n`
  return `${head}${framing}\r\n`
}

/** The whole request with a body of known length. */
export function requestBytes(envelope: Envelope): Buffer {
  const head = headText(envelope, `content-length: ${envelope.body.length}\r\n`)
  return Buffer.concat([Buffer.from(head, 'latin1'), envelope.body])
}
