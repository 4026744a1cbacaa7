import { contentMd5, HmacKey, signV1 } from '@rowhouse/protocol'
import { CREDENTIALS } from '../peers/credentials.js'
import { httpRequest } from './http-request.js'

/**
 * Makes whole Tablestore requests, signed V1 with the current time and valid for minutes. `more` are
 * headers that the signature does not cover.
 */
export type RequestSigner = (operation: string, body: Buffer, more?: Headers) => Buffer

type Headers = Readonly<Record<string, string>>

export function requestSigner(host: string): RequestSigner {
  const { instance, accessKeyId, accessKeySecret } = CREDENTIALS
  const key = new HmacKey('sha1', accessKeySecret)
  return (operation, body, more = {}) => {
    // In the order of their names, as the signature requires.
    const signed = {
      'x-ots-accesskeyid': accessKeyId,
      'x-ots-apiversion': '2015-12-31',
      'x-ots-contentmd5': contentMd5(body),
      'x-ots-date': new Date().toISOString(),
      'x-ots-instancename': instance,
    }
    const sorted = Object.entries(signed).map(([name, value]) => ({ name, value }))
    const signature = signV1(key, operation, sorted)
    const headers = { host, ...signed, 'x-ots-signature': signature, ...more }
    return httpRequest(`/${operation}`, headers, body)
  }
}
