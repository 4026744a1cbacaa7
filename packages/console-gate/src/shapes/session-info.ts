/** What a signed-in person may do. */
export type Access = 'operator' | 'read-write' | 'read-only'

export interface SessionInfo {
  readonly access: Access
  /** The instances that the person may open. An access key opens its own. */
  readonly instances: readonly string[]
  /** The id of the access key; absent for the operator. */
  readonly keyId?: string | undefined
  /** Must be sent as `x-rowhouse-csrf` with every request that is not a GET. */
  readonly csrf: string
  /** Where SDKs reach the service, on the host of the console; absent until the service listens. */
  readonly servicePort?: number | undefined
  /** Whether the server has a file of map tiles. */
  readonly hasMap: boolean
  /** The version of the server. */
  readonly version: string
}

export type SignIn =
  | {
      readonly kind: 'key'
      readonly instance: string
      readonly keyId: string
      readonly secret: string
    }
  | { readonly kind: 'operator'; readonly secret: string }
