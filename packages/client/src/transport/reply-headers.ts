const SIGNED_PREFIX = 'x-ots-'

/** What replies are read for. Their lengths differ, so a length tells which one a header can be. */
const KNOWN: ReadonlyMap<number, string> = new Map(
  ['authorization', 'x-ots-contentmd5', 'x-ots-contenttype', 'x-ots-date', 'x-ots-requestid'].map(
    (name) => [name.length, name],
  ),
)

/**
 * The headers of a reply that a client reads, those that are signed and the signature, by their names in
 * lower case. Names and values stand in turn in `raw`. Names that every reply has are compared, not decoded.
 */
export function readReplyHeaders(raw: readonly Buffer[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (let i = 1; i < raw.length; i += 2) {
    const name = raw[i - 1]
    const value = raw[i]
    if (name === undefined || value === undefined) break
    const known = KNOWN.get(name.length)
    if (known !== undefined && isSame(known, name)) headers.set(known, value.toString('latin1'))
    else setOther(headers, name, value)
  }
  return headers
}

/** A header that is not known may be one that a later service signs. */
function setOther(headers: Map<string, string>, name: Buffer, value: Buffer): void {
  const text = name.toString('latin1').toLowerCase()
  if (text.startsWith(SIGNED_PREFIX)) headers.set(text, value.toString('latin1'))
}

/** Of a bit that is set in lower-case letters, hyphens and digits. */
const LOWER_CASE = 0x20

function isSame(known: string, name: Buffer): boolean {
  for (let i = 0; i < known.length; i++) {
    if (known.charCodeAt(i) !== ((name[i] ?? 0) | LOWER_CASE)) return false
  }
  return true
}
