import { expect, test } from 'vitest'
import { parseS3Location } from './s3-location.js'

test('a location names a bucket, and where it is', () => {
  expect(parseS3Location('s3://bucket')).toEqual({
    bucket: 'bucket',
    prefix: '',
    region: undefined,
    endpoint: undefined,
    profile: undefined,
    isPathStyle: false,
  })
  expect(
    parseS3Location(
      's3://my-bucket/a/b-1/?region=cn-hangzhou&endpoint=https://s3.example.com:9000&profile=backups',
    ),
  ).toEqual({
    bucket: 'my-bucket',
    prefix: 'a/b-1/',
    region: 'cn-hangzhou',
    endpoint: 'https://s3.example.com:9000',
    profile: 'backups',
    isPathStyle: true,
  })
  const virtual = 's3://bucket?endpoint=https://oss-cn-hangzhou.aliyuncs.com&path-style=false'
  expect(parseS3Location(virtual).isPathStyle).toBe(false)
})

test.each([
  ['s3:bucket', 'names no bucket'],
  ['http://bucket', 'names no bucket'],
  ['s3://', 'names no bucket'],
  ['s3://bucket/a//b', 'is no prefix'],
  ['s3://bucket/a%20b', 'is no prefix'],
  ['s3://bucket?zone=1', 'has no zone'],
  ['s3://bucket?path-style=yes', 'path-style is true or false'],
  ['s3://bucket?endpoint=localhost:9000', 'an endpoint looks like'],
])('%s is none', (text, reason) => {
  expect(() => parseS3Location(text)).toThrow(reason)
})

test.each(['s3://id:secret@bucket', 's3://bucket?endpoint=https://id:secret@host'])(
  'credentials in a location are refused, and not repeated: %s',
  (text) => {
    expect(() => parseS3Location(text)).toThrow(/^(?!.*secret).*(credentials|endpoint)/)
  },
)
