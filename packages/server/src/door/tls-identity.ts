/** A certificate chain and its private key, as PEM texts. */
export interface TlsIdentity {
  readonly certificate: string
  readonly key: string
}
