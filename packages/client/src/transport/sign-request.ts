import {
  HmacKey,
  type SignedHeader,
  contentMd5,
  deriveKeyV4,
  signV1,
  signV4,
} from '@rowhouse/protocol'
import type { Settings } from '../client-options.js'

const API_VERSION = '2015-12-31'

/** A request's headers, names and values in turn, and the key that signs its reply. */
export interface SignedRequest {
  readonly headers: string[]
  readonly replyKey: HmacKey
}

/** Signs the requests of one client. Keys are derived once, and for V4 once a day. */
export class RequestSigner {
  readonly #settings: Settings
  readonly #key: HmacKey
  /** What is the same in every request, before the digest and behind the date, in the order of names. */
  readonly #first: readonly SignedHeader[]
  readonly #last: readonly SignedHeader[]
  #day = ''
  #dayKeys: { readonly request: HmacKey; readonly reply: HmacKey } | undefined

  constructor(settings: Settings) {
    const { accessKey, instance } = settings
    this.#settings = settings
    this.#key = new HmacKey('sha1', accessKey.secret)
    this.#first = [
      { name: 'x-ots-accesskeyid', value: accessKey.id },
      { name: 'x-ots-apiversion', value: API_VERSION },
    ]
    this.#last = [{ name: 'x-ots-instancename', value: instance }]
  }

  sign(operation: string, body: Buffer, now: Date): SignedRequest {
    const { accessKey, region } = this.#settings
    const date = now.toISOString()
    // In the order of their names, in which they are signed.
    const signed = [
      ...this.#first,
      { name: 'x-ots-contentmd5', value: contentMd5(body) },
      { name: 'x-ots-date', value: date },
      ...this.#last,
    ]
    if (region !== undefined) {
      signed.push({ name: 'x-ots-signdate', value: dayOf(date) })
      signed.push({ name: 'x-ots-signregion', value: region })
    }
    if (accessKey.token !== undefined)
      signed.push({ name: 'x-ots-ststoken', value: accessKey.token })
    const headers: string[] = []
    for (const { name, value } of signed) headers.push(name, value)
    if (region === undefined) {
      headers.push('x-ots-signature', signV1(this.#key, operation, signed))
      return { headers, replyKey: this.#key }
    }
    const keys = this.#keysOf(dayOf(date), region)
    headers.push('x-ots-signaturev4', signV4(keys.request, operation, signed))
    return { headers, replyKey: keys.reply }
  }

  #keysOf(day: string, region: string): { readonly request: HmacKey; readonly reply: HmacKey } {
    if (this.#dayKeys === undefined || this.#day !== day) {
      const derived = deriveKeyV4(this.#settings.accessKey.secret, day, region)
      this.#day = day
      this.#dayKeys = {
        request: new HmacKey('sha256', derived),
        reply: new HmacKey('sha1', derived),
      }
    }
    return this.#dayKeys
  }
}

/** yyyyMMdd, in UTC. */
const dayOf = (date: string): string => date.slice(0, 10).replaceAll('-', '')
