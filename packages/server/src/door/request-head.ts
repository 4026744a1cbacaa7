import { expectDefined } from '@rowhouse/platform'

/**
 * The few request headers that matter, read once from the list. Unknown headers are skipped, because
 * clients send some (the Rust client misspells one as `content-lenght`).
 */
export interface RequestHead {
  date: string | undefined
  apiVersion: string | undefined
  accessKeyId: string | undefined
  contentMd5: string | undefined
  instanceName: string | undefined
  signature: string | undefined
  signatureV4: string | undefined
  signDate: string | undefined
  signRegion: string | undefined
  stsToken: string | undefined
  requestCompressType: string | undefined
  requestCompressSize: string | undefined
  responseCompressType: string | undefined
  /** An extension of ours: answers from indexes must include every write that was acknowledged before. */
  waitsForIndex: boolean
  /** The caller's span, in the form of W3C's Trace Context. */
  traceParent: string | undefined
  /** `name:value\n` of every signed header, ordered by name: the end of the string to sign. */
  signedHeaders: string
}

const PREFIX = 'x-ots-'
const TRACE_HEADER = 'traceparent'
const WAIT_HEADER = 'x-rowhouse-wait-for-index'

/** `headers` holds names in lower case and their values in turn. */
export function readRequestHead(headers: readonly string[]): RequestHead {
  const head = emptyHead()
  const names: string[] = []
  const values: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = expectDefined(headers[index], 'a header has a name')
    const value = expectDefined(headers[index + 1], 'a header has a value')
    if (!name.startsWith(PREFIX)) {
      if (name === WAIT_HEADER) head.waitsForIndex = value.trim().toLowerCase() === 'true'
      else if (name === TRACE_HEADER) head.traceParent = value
      continue
    }
    keep(head, name, value)
    // V1 signs every x-ots header but its own signature; V4 replaces that header by its own.
    if (name !== 'x-ots-signature' && name !== 'x-ots-signaturev4')
      insert(names, values, name, value)
  }
  let signed = ''
  for (let index = 0; index < names.length; index++) {
    signed += `${names[index]}:${values[index]}\n`
  }
  head.signedHeaders = signed
  return head
}

/** Clients send the headers almost in order, so inserting costs less than a sort with a comparator. */
function insert(names: string[], values: string[], name: string, value: string): void {
  let at = names.length
  while (at > 0 && expectDefined(names[at - 1], 'a place has a name') > name) at--
  if (at === names.length) {
    names.push(name)
    values.push(value)
    return
  }
  names.splice(at, 0, name)
  values.splice(at, 0, value)
}

function keep(head: RequestHead, name: string, value: string): void {
  switch (name) {
    case 'x-ots-date':
      head.date = value
      return
    case 'x-ots-apiversion':
      head.apiVersion = value
      return
    case 'x-ots-accesskeyid':
      head.accessKeyId = value
      return
    case 'x-ots-contentmd5':
      head.contentMd5 = value
      return
    case 'x-ots-instancename':
      head.instanceName = value
      return
    case 'x-ots-signature':
      head.signature = value
      return
    case 'x-ots-signaturev4':
      head.signatureV4 = value
      return
    default:
      keepRare(head, name, value)
  }
}

function keepRare(head: RequestHead, name: string, value: string): void {
  switch (name) {
    case 'x-ots-signdate':
      head.signDate = value
      return
    case 'x-ots-signregion':
      head.signRegion = value
      return
    case 'x-ots-ststoken':
      head.stsToken = value
      return
    case 'x-ots-request-compress-type':
      head.requestCompressType = value
      return
    case 'x-ots-request-compress-size':
      head.requestCompressSize = value
      return
    case 'x-ots-response-compress-type':
      head.responseCompressType = value
      return
    default:
  }
}

function emptyHead(): RequestHead {
  return {
    date: undefined,
    apiVersion: undefined,
    accessKeyId: undefined,
    contentMd5: undefined,
    instanceName: undefined,
    signature: undefined,
    signatureV4: undefined,
    signDate: undefined,
    signRegion: undefined,
    stsToken: undefined,
    requestCompressType: undefined,
    requestCompressSize: undefined,
    responseCompressType: undefined,
    waitsForIndex: false,
    traceParent: undefined,
    signedHeaders: '',
  }
}
