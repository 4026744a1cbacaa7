import { S3LocationError } from './s3-location-error.js'

/** Where objects are: `s3://BUCKET/PREFIX?region=…&endpoint=…&profile=…&path-style=…`. */
export interface S3Location {
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string | undefined
  /** Of a service that is not Amazon's. */
  readonly endpoint: string | undefined
  /** The profile of the AWS configuration files that has the credentials. */
  readonly profile: string | undefined
  /** Whether the bucket is in the path of a request, not in the name of its host. */
  readonly isPathStyle: boolean
}

const PARAMETERS: ReadonlySet<string> = new Set(['region', 'endpoint', 'profile', 'path-style'])
const PREFIX = /^(?:\/[\w.-]+)*\/?$/

/** Credentials are never part of a location, because locations are logged. */
export function parseS3Location(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || url.host === '')
    throw new S3LocationError(`${JSON.stringify(text)} names no bucket`)
  if (hasCredentials(url))
    throw new S3LocationError('credentials come from the environment or a profile, not a location')
  const { host: bucket, pathname, searchParams } = url
  if (!PREFIX.test(pathname)) throw new S3LocationError(`${pathname} is no prefix of objects`)
  for (const name of searchParams.keys())
    if (!PARAMETERS.has(name)) throw new S3LocationError(`a location has no ${name}`)
  const endpoint = endpointOf(searchParams)
  const folder = pathname.replace(/^\/|\/$/g, '')
  return {
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    region: searchParams.get('region') ?? undefined,
    endpoint,
    profile: searchParams.get('profile') ?? undefined,
    isPathStyle: isPathStyle(searchParams, endpoint),
  }
}

const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== ''

function endpointOf(parameters: URLSearchParams): string | undefined {
  const text = parameters.get('endpoint')
  if (text === null) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || hasCredentials(url))
    throw new S3LocationError('an endpoint looks like https://s3.example.com:9000')
  return text
}

/** Most servers of one's own have no names for buckets; Alibaba Cloud's service insists on them. */
function isPathStyle(parameters: URLSearchParams, endpoint: string | undefined): boolean {
  const text = parameters.get('path-style')
  if (text === null) return endpoint !== undefined
  if (text === 'true' || text === 'false') return text === 'true'
  throw new S3LocationError('path-style is true or false')
}
