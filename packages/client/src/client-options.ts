import { UsageError } from './errors.js'
import { clientLimits } from './limits.js'

export interface AccessKey {
  readonly id: string
  readonly secret: string
  /** For temporary credentials (STS) only. */
  readonly token?: string
}

export interface ClientOptions {
  /** Such as `http://127.0.0.1:8087`, or the address of an instance in the cloud. */
  readonly endpoint: string
  readonly instance: string
  readonly accessKey: AccessKey
  /** V4 signs with a key derived for the region and the day. */
  readonly signature?: 'v1' | { readonly version: 'v4'; readonly region: string }
  /** Bounds the open connections. */
  readonly connections?: number
  /** The time of a call with its retries, in milliseconds. A call may have its own. */
  readonly timeoutMs?: number
  /** How often a call is retried; 0 means never. */
  readonly retries?: number
  /** Whether the digest and signature of replies are checked. */
  readonly verifyReplies?: boolean
}

/** The checked options with their defaults. */
export interface Settings {
  readonly origin: string
  readonly instance: string
  readonly accessKey: AccessKey
  /** Undefined for signatures of V1. */
  readonly region: string | undefined
  readonly connections: number
  readonly timeoutMs: number
  readonly retries: number
  readonly verifyReplies: boolean
}

export function readOptions(options: ClientOptions): Settings {
  const { endpoint, instance, accessKey, signature = 'v1' } = options
  if (instance === '') throw new UsageError('instance is empty')
  if (accessKey.id === '' || accessKey.secret === '') {
    throw new UsageError('accessKey needs an id and a secret')
  }
  const { CONNECTIONS_DEFAULT, CONNECTIONS_MAX } = clientLimits
  const { TIMEOUT_MS_DEFAULT, RETRIES_DEFAULT } = clientLimits
  return {
    origin: originOf(endpoint),
    instance,
    accessKey,
    region: regionOf(signature),
    connections: within(
      'connections',
      options.connections ?? CONNECTIONS_DEFAULT,
      1,
      CONNECTIONS_MAX,
    ),
    timeoutMs: timeoutOf(options.timeoutMs ?? TIMEOUT_MS_DEFAULT),
    retries: within('retries', options.retries ?? RETRIES_DEFAULT, 0, 1000),
    verifyReplies: options.verifyReplies ?? true,
  }
}

/** Undefined for V1. */
function regionOf(signature: NonNullable<ClientOptions['signature']>): string | undefined {
  if (signature === 'v1') return undefined
  if (signature.version === 'v4' && signature.region) return signature.region
  throw new UsageError("signature must be 'v1', or { version: 'v4' } with a region")
}

function originOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`endpoint is no http or https address: ${endpoint}`)
  }
  return url.origin
}

/** Checks the timeout of a call. Throws UsageError when no timer can have it, such as Infinity. */
export const timeoutOf = (timeoutMs: number): number =>
  within('timeoutMs', timeoutMs, 1, clientLimits.TIMEOUT_MS_MAX)

function within(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${value}`)
}
