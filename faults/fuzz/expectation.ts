/** What a reply may be. */
export type Expectation =
  /** A 200 that decodes, or any known error. */
  | { readonly kind: 'any' }
  /** One of these error codes. */
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  /** A text page that is not of the protocol. */
  | { readonly kind: 'page' }

export const anything: Expectation = { kind: 'any' }
export const only = (...codes: readonly string[]): Expectation => ({ kind: 'codes', codes })

/** What was asked, as far as the reply depends on it. */
export interface Asked {
  /** As the reply's signature names it. */
  readonly operation: string
  readonly expected: Expectation
  /**
   * Whether the reply is signed: `needed` when the request arrives and names a key that exists,
   * `possible` when it may not arrive, `other` when its headers ask for a key of their own.
   */
  readonly signature: 'needed' | 'possible' | 'other'
}

/** Known codes that no request of ours may provoke: the server is neither broken nor overloaded. */
export const isUnwelcome = (code: string): boolean =>
  code === 'OTSInternalServerError' || code === 'OTSServerBusy'
