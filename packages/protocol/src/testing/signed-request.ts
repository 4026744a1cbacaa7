import { contentMd5 } from '../signing/content-md5.js'
import { signedHeaders } from '../signing/signed-headers.js'
import { signV1 } from '../signing/v1.js'
import { deriveKeyV4, signV4 } from '../signing/v4.js'

export interface RequestToSign {
  readonly instance: string
  /** Such as GetRow: the path without the leading slash. */
  readonly operation: string
  readonly body: Uint8Array
  readonly accessKeyId: string
  readonly secret: string
  /** The value of x-ots-date. */
  readonly date: string
  /** Goes into the `host` header. */
  readonly endpointHost?: string
  readonly stsToken?: string
  /** Signs V4 for this region, instead of V1. */
  readonly region?: string
  /** Further headers; those that begin with x-ots- are signed. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The headers of a request as an SDK sends it. */
export function signedRequest(request: RequestToSign): { headers: Record<string, string> } {
  const headers: Record<string, string> = {
    ...request.headers,
    'x-ots-accesskeyid': request.accessKeyId,
    'x-ots-apiversion': '2015-12-31',
    'x-ots-contentmd5': contentMd5(request.body),
    'x-ots-date': request.date,
    'x-ots-instancename': request.instance,
  }
  if (request.endpointHost !== undefined) headers['host'] = request.endpointHost
  if (request.stsToken !== undefined) headers['x-ots-ststoken'] = request.stsToken
  if (request.region === undefined) {
    headers['x-ots-signature'] = signV1(request.secret, request.operation, signedHeaders(headers))
    return { headers }
  }
  const day = request.date.slice(0, 10).replaceAll('-', '')
  headers['x-ots-signdate'] = day
  headers['x-ots-signregion'] = request.region
  const key = deriveKeyV4(request.secret, day, request.region)
  headers['x-ots-signaturev4'] = signV4(key, request.operation, signedHeaders(headers))
  return { headers }
}
