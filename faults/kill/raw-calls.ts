import type { Connection } from '@rowhouse/conformance/client'
import {
  HmacKey,
  type OperationCodec,
  TablestoreError,
  contentMd5,
  decodeError,
  signV1,
  signedHeaders,
} from '@rowhouse/protocol'

/** Sends one request of the service and decodes its reply. Nothing is sent twice. */
export type RawCall = <Request, Reply>(
  codec: OperationCodec<Request, Reply>,
  request: Request,
) => Promise<Reply>

/** For requests that the official Node.js SDK cannot make. Throws a TablestoreError for an error. */
export const rawCalls = (connection: Connection): RawCall => {
  const { endpoint, instance, accessKeyId, accessKeySecret } = connection
  const key = new HmacKey('sha1', accessKeySecret)
  return async ({ name, encodeRequest, decodeReply }, request) => {
    const body = encodeRequest(request)
    const headers = {
      'x-ots-accesskeyid': accessKeyId,
      'x-ots-apiversion': '2015-12-31',
      'x-ots-contentmd5': contentMd5(body),
      'x-ots-date': new Date().toISOString(),
      'x-ots-instancename': instance,
    }
    const signature = signV1(key, name, signedHeaders(headers))
    const reply = await fetch(`${endpoint}/${name}`, {
      method: 'POST',
      headers: { ...headers, 'x-ots-signature': signature },
      body: new Uint8Array(body),
    })
    const answered = Buffer.from(await reply.arrayBuffer())
    if (reply.status === 200) return decodeReply(answered)
    const { code, message } = decodeError(answered)
    throw new TablestoreError(reply.status, code, message)
  }
}
