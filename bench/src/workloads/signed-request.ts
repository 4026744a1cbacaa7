import { createHash, createHmac } from 'node:crypto'
import { CREDENTIALS } from '../peers/credentials.js'
import { httpRequest } from './http-request.js'

/** A whole Tablestore request, signed V1 with the time of now: good for the server's clock skew. */
export function signedRequest(host: string, operation: string, body: Buffer): Buffer {
  const { instance, accessKeyId, accessKeySecret } = CREDENTIALS
  // In the order of their names, as the signature wants them.
  const signed = {
    'x-ots-accesskeyid': accessKeyId,
    'x-ots-apiversion': '2015-12-31',
    'x-ots-contentmd5': createHash('md5').update(body).digest('base64'),
    'x-ots-date': new Date().toISOString(),
    'x-ots-instancename': instance,
  }
  const path = `/${operation}`
  let toSign = `${path}\nPOST\n\n`
  for (const [name, value] of Object.entries(signed)) toSign += `${name}:${value}\n`
  const signature = createHmac('sha1', accessKeySecret).update(toSign).digest('base64')
  return httpRequest(path, { host, ...signed, 'x-ots-signature': signature }, body)
}
