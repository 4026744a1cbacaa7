import { expect, test } from 'vitest'
import { explainFailure } from './s3-failure.js'
import { parseS3Location } from './s3-location.js'

const explained = (name: string, status?: number): string => {
  const error = Object.assign(new Error('the message of the service'), {
    name,
    $metadata: { httpStatusCode: status },
  })
  return explainFailure(error, parseS3Location('s3://orders?region=eu-west-1')).message
}

test.each([
  ['AccessDenied', 'Amazon S3 denies these credentials access to the bucket orders'],
  ['InvalidAccessKeyId', 'Amazon S3 does not know the ID of the access key'],
  ['ExpiredToken', 'the credentials for S3 have expired'],
  [
    'PermanentRedirect',
    'Amazon S3 has the bucket orders in another region: change region= in the location',
  ],
  ['Whatever', 'Amazon S3 answers 400: the message of the service (Whatever)'],
])('%s is explained', (name, text) => {
  expect(explained(name, 400)).toBe(text)
})

test('an error without a reply says that there was none', () => {
  expect(explained('TimeoutError')).toBe(
    'Amazon S3 does not answer: the message of the service (TimeoutError)',
  )
})
