/** A header that takes part in a signature, its name in lower case. */
export interface SignedHeader {
  readonly name: string
  readonly value: string
}

const PREFIX = 'x-ots-'

/**
 * The headers that a signature covers, ordered by name: all `x-ots-*` ones except the two that carry
 * signatures. Names may have any case; values are trimmed, as the SDKs do before signing.
 */
export function signedHeaders(headers: Readonly<Record<string, string>>): SignedHeader[] {
  const sorted: SignedHeader[] = []
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase()
    if (!name.startsWith(PREFIX)) continue
    if (name === 'x-ots-signature' || name === 'x-ots-signaturev4') continue
    sorted.push({ name, value: value.trim() })
  }
  return sorted.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** `name:value` and a newline for each. */
export function headerLines(sorted: readonly SignedHeader[]): string {
  let lines = ''
  for (const header of sorted) lines += `${header.name}:${header.value}\n`
  return lines
}
