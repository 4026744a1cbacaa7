/** Headers that clients send all the time, in lower case. */
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

/** Both spellings that occur. A look-up here costs half of a conversion to lower case. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  COMMON.flatMap((name) => [
    [name, name] as const,
    [name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()), name] as const,
  ]),
)

/** A header's name in lower case. */
export const headerName = (spelled: string): string => KNOWN.get(spelled) ?? spelled.toLowerCase()
