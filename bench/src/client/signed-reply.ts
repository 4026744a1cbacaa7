import { authorizationHeader, contentMd5, signReply } from '@rowhouse/protocol'
import { CREDENTIALS } from '../peers/credentials.js'

/** The signed headers of a reply to a request that was signed V1. */
export function signedReplyHeaders(operation: string, body: Uint8Array): Map<string, string> {
  const signed = [
    { name: 'x-ots-contentmd5', value: contentMd5(body) },
    { name: 'x-ots-contenttype', value: 'protocol buffer' },
    { name: 'x-ots-date', value: new Date().toISOString() },
    { name: 'x-ots-requestid', value: '0005aedd-5b9e-9b48-a5c1-720b12a7b4bb' },
  ]
  const signature = signReply(CREDENTIALS.accessKeySecret, signed, operation)
  return new Map([
    ...signed.map(({ name, value }): [string, string] => [name, value]),
    ['authorization', authorizationHeader(CREDENTIALS.accessKeyId, signature)],
  ])
}
