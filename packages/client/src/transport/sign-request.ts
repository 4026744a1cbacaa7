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
  /** The signed headers in the order of names. Only the values of some differ between requests. */
  readonly #signed: readonly SignedHeader[]
  readonly #digest = { name: 'x-ots-contentmd5', value: '' }
  readonly #date = { name: 'x-ots-date', value: '' }
  readonly #signDate = { name: 'x-ots-signdate', value: '' }
  /** The time of `#date`: requests of the same millisecond share its text. */
  #time = Number.NaN
  #day = ''
  #dayKeys: { readonly request: HmacKey; readonly reply: HmacKey } | undefined

  constructor(settings: Settings) {
    const { accessKey, instance, region } = settings
    this.#settings = settings
    this.#key = new HmacKey('sha1', accessKey.secret)
    const signed: SignedHeader[] = [
      { name: 'x-ots-accesskeyid', value: accessKey.id },
      { name: 'x-ots-apiversion', value: API_VERSION },
      this.#digest,
      this.#date,
      { name: 'x-ots-instancename', value: instance },
    ]
    if (region !== undefined) {
      signed.push(this.#signDate, { name: 'x-ots-signregion', value: region })
    }
    if (accessKey.token !== undefined) {
      signed.push({ name: 'x-ots-ststoken', value: accessKey.token })
    }
    this.#signed = signed
  }

  sign(operation: string, body: Buffer, now: Date): SignedRequest {
    const { region } = this.#settings
    this.#setTime(now)
    this.#digest.value = contentMd5(body)
    const headers: string[] = []
    for (const { name, value } of this.#signed) headers.push(name, value)
    if (region === undefined) {
      headers.push('x-ots-signature', signV1(this.#key, operation, this.#signed))
      return { headers, replyKey: this.#key }
    }
    const keys = this.#keysOf(this.#signDate.value, region)
    headers.push('x-ots-signaturev4', signV4(keys.request, operation, this.#signed))
    return { headers, replyKey: keys.reply }
  }

  #setTime(now: Date): void {
    const time = now.getTime()
    if (time === this.#time) return
    this.#time = time
    this.#date.value = now.toISOString()
    this.#signDate.value = dayOf(this.#date.value)
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
