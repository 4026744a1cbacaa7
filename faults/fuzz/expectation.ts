/** The replies that a request may have. */
export type Expectation =
  /** A 200 that decodes, or any known error. */
  | { readonly kind: 'any' }
  /** One of these error codes. */
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  /** A text page outside of the protocol. */
  | { readonly kind: 'page' }

export const anything: Expectation = { kind: 'any' }
export const only = (...codes: readonly string[]): Expectation => ({ kind: 'codes', codes })

/** The parts of a request on which the check of its reply depends. */
export interface Asked {
  /** The operation's name in the reply's signature. */
  readonly operation: string
  readonly expected: Expectation
  /**
   * Whether the reply is signed: `needed` when the request arrives and its key exists, `possible` when
   * it may not arrive, `other` when its headers have another key.
   */
  readonly signature: 'needed' | 'possible' | 'other'
}

/** Known codes that no request here may cause: the server is neither broken nor overloaded. */
export const isUnwelcome = (code: string): boolean =>
  code === 'OTSInternalServerError' || code === 'OTSServerBusy'
