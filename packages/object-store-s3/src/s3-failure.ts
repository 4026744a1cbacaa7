import { ObjectStoreError } from '@rowhouse/platform'
import type { S3Location } from './s3-location.js'

interface Place {
  readonly bucket: string
  readonly service: string
}

/** What an operator can do about an error of the service, or of the client on its way there. */
const EXPLANATIONS: Readonly<Record<string, (place: Place) => string>> = {
  NoSuchBucket: ({ bucket, service }) => `there is no bucket ${bucket} at ${service}`,
  AccessDenied: ({ bucket, service }) =>
    `${service} denies these credentials access to the bucket ${bucket}`,
  InvalidAccessKeyId: ({ service }) => `${service} does not know the ID of the access key`,
  SignatureDoesNotMatch: ({ service }) =>
    `${service} refuses the signature: the secret does not belong to the ID of the access key`,
  ExpiredToken: () => 'the credentials for S3 have expired',
  CredentialsProviderError: () =>
    'there are no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile',
  PermanentRedirect: inOtherRegion,
  AuthorizationHeaderMalformed: inOtherRegion,
}

function inOtherRegion({ bucket, service }: Place): string {
  return `${service} has the bucket ${bucket} in another region: change region= in the location`
}

/** What has failed, as one line for the operator. */
export class S3Failure extends ObjectStoreError {
  /** Of the service, such as NoSuchKey, or of the system, such as ECONNREFUSED. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const isFailure = (error: unknown, code: string): boolean =>
  error instanceof S3Failure && error.code === code

/** The error itself is left out: it has the request, with its signature. */
export function explainFailure(error: unknown, { bucket, endpoint }: S3Location): S3Failure {
  const service = endpoint ?? 'Amazon S3'
  const code = codeOf(error)
  const explain = EXPLANATIONS[code]
  if (explain !== undefined) return new S3Failure(code, explain({ bucket, service }))
  const message = error instanceof Error ? error.message : ''
  if (message === 'Region is missing')
    return new S3Failure(code, 'no region is known for S3: add region=REGION to the location')
  const status = statusOf(error)
  const what = status === undefined ? 'does not answer' : `answers ${status}`
  return new S3Failure(code, `${service} ${what}: ${message === '' ? code : message} (${code})`)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The status of the reply that became this error; undefined if there was none. */
function statusOf(error: unknown): number | undefined {
  if (!isRecord(error) || !isRecord(error['$metadata'])) return undefined
  const { httpStatusCode } = error['$metadata']
  return typeof httpStatusCode === 'number' ? httpStatusCode : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
