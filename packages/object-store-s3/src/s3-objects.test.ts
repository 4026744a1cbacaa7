import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { ObjectStoreError } from '@rowhouse/platform'
import { objectStoreSuite } from '@rowhouse/platform/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Bucket } from './bucket.js'
import { s3Limits } from './limits.js'
import { listUploads } from './list-bucket.js'
import { parseS3Location } from './s3-location.js'
import { bucketObjects, openS3Objects } from './s3-objects.js'
import { type TestS3, hasS3Server, startTestS3 } from './testing/index.js'

const PART = s3Limits.PART_BYTES
const OLD = Buffer.from('the old bytes')

describe.skipIf(!hasS3Server())('a bucket', () => {
  let server: TestS3
  beforeAll(async () => {
    server = await startTestS3()
  })
  afterEach(() => server.proxy.setFaults(() => undefined))
  afterAll(() => server.close())

  objectStoreSuite('S3', async () => ({
    objects: openS3Objects(server.newLocation()),
    dispose: async () => {},
  }))

  test.each([
    ['a part and a byte', PART + 1],
    ['two whole parts', 2 * PART],
  ])('an object of %s is sent in parts, and read whole and by ranges', async (_, bytes) => {
    const requests: string[] = []
    server.proxy.setFaults((method) => void requests.push(method))
    const objects = openS3Objects(server.newLocation())
    const content = randomBytes(bytes)
    await objects.put('large', content)
    expect(requests).toEqual(['POST', 'PUT', 'PUT', 'POST'])
    expect((await objects.get('large')).equals(content)).toBe(true)
    const range = { offset: PART - 5, length: 10 }
    expect(await objects.get('large', range)).toEqual(content.subarray(PART - 5, PART + 5))
  })

  test('parts are sent a few at a time, and stand in their order', async () => {
    const objects = openS3Objects(server.newLocation())
    const content = randomBytes(6 * PART)
    const upload = await objects.upload('large')
    await upload.append(content.subarray(0, PART))
    // The replies to the parts come in no order: the first is refused, and sent again.
    let parts = 0
    server.proxy.setFaults((_, url) =>
      url.includes('partNumber') && ++parts === 1 ? 'busy' : undefined,
    )
    await upload.append(content.subarray(PART))
    await upload.complete()
    expect(parts).toBe(7)
    expect((await objects.get('large')).equals(content)).toBe(true)
  })

  test('a part that fails ends its upload, and nothing of it is left', async () => {
    const location = server.newLocation()
    const objects = openS3Objects(location)
    const upload = await objects.upload('large')
    server.proxy.setFaults((_, url) => (url.includes('partNumber=2') ? 'busy' : undefined))
    await upload.append(Buffer.alloc(4 * PART))
    await expect(upload.complete()).rejects.toThrow('answers 503')
    await upload.abort()
    expect(await listUploads(new Bucket(parseS3Location(location)))).toEqual([])
    expect(await objects.list('')).toEqual([])
  })

  test('a range without bytes is empty, and rejects when there is no object', async () => {
    const objects = openS3Objects(server.newLocation())
    await expect(objects.get('a', { offset: 0, length: 0 })).rejects.toThrow('no object a')
    await objects.put('a', OLD)
    expect(await objects.get('a', { offset: 3, length: 0 })).toHaveLength(0)
  })

  test('a listing has more than one page, and nothing of what others keep below the prefix', async () => {
    const location = server.newLocation()
    const folder = join(server.bucketFolder, parseS3Location(location).prefix)
    const names = Array.from({ length: 1001 }, (_, at) => `object-${10_000 + at}`)
    mkdirSync(join(folder, 'other'), { recursive: true })
    for (const name of [...names, 'other/object', 'not a name'])
      writeFileSync(join(folder, name), 'content')
    const found = await openS3Objects(location).list('obj')
    expect(found).toEqual(names.map((name) => ({ name, bytes: 7 })))
    expect(await openS3Objects(location).list('')).toEqual(found)
  })

  test('tidy leaves the uploads of other prefixes alone', async () => {
    const location = server.newLocation()
    const below = new Bucket(parseS3Location(location.replace('?', '/below?')))
    const upload = await bucketObjects(below).upload('a')
    await upload.append(Buffer.alloc(PART + 1))
    await openS3Objects(location).tidy()
    expect(await listUploads(below)).toHaveLength(1)
    await upload.complete()
    expect(await bucketObjects(below).list('')).toEqual([{ name: 'a', bytes: PART + 1 }])
  })

  describe('faults', () => {
    test('requests that a busy service refuses are repeated', async () => {
      let refusals = 2
      server.proxy.setFaults(() => (refusals-- > 0 ? 'busy' : undefined))
      const objects = openS3Objects(server.newLocation())
      await objects.put('a', OLD)
      expect(await objects.get('a')).toEqual(OLD)
    })

    test('a service that stays busy is an error in one line', async () => {
      server.proxy.setFaults(() => 'busy')
      const objects = openS3Objects(server.newLocation())
      for (const call of [
        () => objects.put('a', OLD),
        () => objects.get('a'),
        () => objects.list(''),
      ])
        await expect(call()).rejects.toThrow(/^http:\S+ answers 503: Reduce your request rate/)
    })

    test('a reply that breaks off is asked for again', async () => {
      const objects = openS3Objects(server.newLocation())
      const content = randomBytes(1_000_000)
      await objects.put('a', content)
      let cuts = 2
      server.proxy.setFaults(() => (cuts-- > 0 ? 'cut' : undefined))
      expect((await objects.get('a')).equals(content)).toBe(true)
      server.proxy.setFaults(() => 'cut')
      await expect(objects.get('a')).rejects.toBeInstanceOf(ObjectStoreError)
    })

    test('a reply that stands still is given up', async () => {
      const location = server.newLocation()
      await openS3Objects(location).put('a', OLD)
      server.proxy.setFaults(() => 'stall')
      const hasty = bucketObjects(new Bucket(parseS3Location(location), 100))
      await expect(hasty.get('a')).rejects.toBeInstanceOf(ObjectStoreError)
    })

    test('a server that dies amid an upload has the old object, and tidy removes the rest', async () => {
      const location = server.newLocation()
      const objects = openS3Objects(location)
      await objects.put('a', OLD)
      const upload = await objects.upload('a')
      await upload.append(Buffer.alloc(PART + 1))
      await server.kill()
      await upload.append(Buffer.alloc(PART))
      await expect(upload.complete()).rejects.toThrow('does not answer')
      await server.restart()
      expect(await objects.get('a')).toEqual(OLD)
      const bucket = new Bucket(parseS3Location(location))
      expect(await listUploads(bucket)).toHaveLength(1)
      await objects.tidy()
      expect(await listUploads(bucket)).toEqual([])
      expect(await objects.list('')).toEqual([{ name: 'a', bytes: OLD.length }])
    })
  })

  describe('what the operator must mend is one line, without the secret', () => {
    const failureOf = async (location: string): Promise<string> => {
      const error: unknown = await openS3Objects(location)
        .put('a', OLD)
        .catch((caught: unknown) => caught)
      expect(inspect(error, { depth: 9 })).not.toMatch(/test-key-secret|Signature=/)
      if (!(error instanceof ObjectStoreError)) throw error
      return error.message.replaceAll(/:\d{2,5}\b/g, ':PORT')
    }

    test('a bucket that is not there', async () => {
      const location = server.newLocation().replace('s3://rowhouse/', 's3://another/')
      expect(await failureOf(location)).toBe('there is no bucket another at http://127.0.0.1:PORT')
    })

    test('a wrong secret, a wrong id, and none', async () => {
      const location = server.newLocation()
      const said = async (name: string): Promise<string> => {
        vi.stubEnv(name, 'wrong')
        return failureOf(location).finally(() => vi.unstubAllEnvs())
      }
      expect(await said('AWS_SECRET_ACCESS_KEY')).toBe(
        'http://127.0.0.1:PORT refuses the signature: the secret does not belong to the ID of the access key',
      )
      expect(await said('AWS_ACCESS_KEY_ID')).toBe(
        'http://127.0.0.1:PORT answers 404: No user exists with the provided access key ID. (XAdminUserNotFound)',
      )
      expect(await failureOf(`${location}&profile=missing`)).toBe(
        'there are no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile',
      )
    })

    test('an endpoint where nothing listens, and no region', async () => {
      expect(await failureOf('s3://rowhouse?endpoint=http://127.0.0.1:1')).toBe(
        'http://127.0.0.1:1 does not answer: connect ECONNREFUSED 127.0.0.1:1 (ECONNREFUSED)',
      )
      expect(await failureOf('s3://rowhouse')).toBe(
        'no region is known for S3: add region=REGION to the location',
      )
    })
  })
})
