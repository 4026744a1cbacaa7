/** What clients send all the time, in small letters. */
const COMMON = [
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'transfer-encoding',
  'user-agent',
  'x-ots-accesskeyid',
  'x-ots-apiversion',
  'x-ots-contentmd5',
  'x-ots-date',
  'x-ots-instancename',
  'x-ots-request-compress-size',
  'x-ots-request-compress-type',
  'x-ots-response-compress-type',
  'x-ots-sdk-traceid',
  'x-ots-signature',
  'x-ots-signaturev4',
  'x-ots-signdate',
  'x-ots-signregion',
  'x-ots-ststoken',
] as const

/** Each in the two spellings that occur. One look here costs half of turning a name to small letters. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  COMMON.flatMap((name) => [
    [name, name] as const,
    [name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()), name] as const,
  ]),
)

/** A header's name in small letters. */
export const headerName = (spelled: string): string => KNOWN.get(spelled) ?? spelled.toLowerCase()
