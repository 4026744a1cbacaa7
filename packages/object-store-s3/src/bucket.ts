import { S3Client } from '@aws-sdk/client-s3'
import { assertObjectName, isObjectName } from '@rowhouse/platform'
import { s3Limits } from './limits.js'
import { explainFailure } from './s3-failure.js'
import type { S3Location } from './s3-location.js'

/** What the client is given beside a request. */
export interface Sending {
  readonly abortSignal: AbortSignal
}

/** The bucket and the prefix of a location, and how requests reach them. */
export class Bucket {
  readonly #location: S3Location
  readonly #client: S3Client

  constructor(location: S3Location, silenceMs: number = s3Limits.SILENCE_MS_MAX) {
    this.#location = location
    this.#client = new S3Client(clientSettings(location, silenceMs))
  }

  /** What a request names of an object. */
  object(name: string): { readonly Bucket: string; readonly Key: string } {
    assertObjectName(name)
    const { bucket, prefix } = this.#location
    return { Bucket: bucket, Key: `${prefix}${name}` }
  }

  /** What a request names of all objects whose names begin like this. */
  objects(prefix: string): { readonly Bucket: string; readonly Prefix: string } {
    return { Bucket: this.#location.bucket, Prefix: `${this.#location.prefix}${prefix}` }
  }

  /** The object of a key; undefined if something else has it. */
  nameOf(key: string | undefined): string | undefined {
    const name = key?.slice(this.#location.prefix.length)
    return name !== undefined && isObjectName(name) ? name : undefined
  }

  /** Sends a request. The client repeats it while that can help, for a bounded time. */
  async send<T>(request: (client: S3Client, sending: Sending) => Promise<T>): Promise<T> {
    try {
      return await request(this.#client, {
        abortSignal: AbortSignal.timeout(s3Limits.REQUEST_MS_MAX),
      })
    } catch (error) {
      throw explainFailure(error, this.#location)
    }
  }
}

function clientSettings({ region, endpoint, profile, isPathStyle }: S3Location, silenceMs: number) {
  // Servers of one's own mostly have no regions, but a signature has to name one.
  const signedRegion = region ?? (endpoint === undefined ? undefined : 'us-east-1')
  return {
    ...(signedRegion !== undefined && { region: signedRegion }),
    ...(endpoint !== undefined && { endpoint }),
    ...(profile !== undefined && { profile }),
    forcePathStyle: isPathStyle,
    maxAttempts: s3Limits.ATTEMPTS,
    requestHandler: {
      connectionTimeout: s3Limits.CONNECT_MS_MAX,
      socketTimeout: silenceMs,
    },
  }
}
