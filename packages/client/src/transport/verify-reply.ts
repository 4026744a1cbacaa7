import {
  type HmacKey,
  type SignedHeader,
  authorizationHeader,
  contentMd5,
  signReply,
} from '@rowhouse/protocol'
import type { Reply } from './transport.js'

/** The error in a reply's digest or signature; undefined when both are right. */
export function replyProblem(
  { headers, body }: Reply,
  operation: string,
  accessKeyId: string,
  key: HmacKey,
): string | undefined {
  const digest = headers.get('x-ots-contentmd5')
  if (digest === undefined) return 'the reply has no x-ots-contentmd5: is this the right endpoint?'
  if (digest !== contentMd5(body)) return 'the digest of the reply is wrong'
  const given = headers.get('authorization')
  if (given === undefined) return 'the reply is not signed'
  const signature = signReply(key, signedHeadersOf(headers), operation)
  return given === authorizationHeader(accessKeyId, signature)
    ? undefined
    : 'the signature of the reply is wrong'
}

/** In the order of their names, in which the server sends them as a rule. */
function signedHeadersOf(headers: ReadonlyMap<string, string>): SignedHeader[] {
  const signed: SignedHeader[] = []
  let isSorted = true
  let last = ''
  for (const [name, value] of headers) {
    if (!name.startsWith('x-ots-')) continue
    isSorted &&= last < name
    last = name
    signed.push({ name, value })
  }
  return isSorted ? signed : signed.sort((a, b) => (a.name < b.name ? -1 : 1))
}
