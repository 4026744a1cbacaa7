import { openS3Objects } from '@rowhouse/object-store-s3'
import { type TestS3, hasS3Server, startTestS3 } from '@rowhouse/object-store-s3/testing'
import { createMemoryFiles, type ObjectStore, openFolderObjects } from '@rowhouse/platform'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Crash, Crashed, memoryPointers } from '../testing/memory-pieces.js'
import { BlobStore } from './blob-store.js'
import { objectPieces } from './object-pieces.js'

const OLD = Buffer.from('the old value in pieces')
const NEW = Buffer.from('another value, in other pieces')

describe('a kill between objects and rows', () => {
  describe('in a folder', () => {
    testKills(() => openFolderObjects(createMemoryFiles(), '/objects'))
  })

  describe.skipIf(!hasS3Server())('in a bucket', () => {
    let server: TestS3
    beforeAll(async () => {
      server = await startTestS3()
    })
    afterAll(() => server.close())
    testKills(() => openS3Objects(server.newLocation()))
  })
})

/** Objects of a process that is killed after some writes and deletions. */
const killed = (objects: ObjectStore, crash: Crash): ObjectStore => {
  const step = (): void => {
    if (crash.stepsLeft-- <= 0) throw new Crashed('killed')
  }
  return {
    get: (name, range) => objects.get(name, range),
    list: (prefix) => objects.list(prefix),
    upload: (name) => objects.upload(name),
    tidy: () => objects.tidy(),
    put: async (name, content) => {
      step()
      await objects.put(name, content)
    },
    delete: async (name) => {
      step()
      await objects.delete(name)
    },
  }
}

function testKills(open: () => ObjectStore): void {
  test.each([
    ['a first value', undefined, NEW],
    ['a value in place of another', OLD, NEW],
    ['a removal', OLD, undefined],
  ])('leaves no row that points to nothing: %s', async (_, before, after) => {
    for (let steps = 0, isWhole = false; !isWhole; steps++) {
      const objects = open()
      const crash = { stepsLeft: Number.POSITIVE_INFINITY }
      const pieces = objectPieces(killed(objects, crash))
      const store = new BlobStore({ pieces, pointers: memoryPointers(crash), pieceBytes: 10 })
      if (before !== undefined) await store.put('owner', before)
      crash.stepsLeft = steps
      isWhole = await (after === undefined
        ? store.remove('owner')
        : store.put('owner', after)
      ).then(
        () => true,
        () => false,
      )
      crash.stepsLeft = Number.POSITIVE_INFINITY
      const found = await store.get('owner')
      expect([before, after]).toContainEqual(found)
      if (isWhole) expect(found).toEqual(after)
      await store.collectOrphans(-1)
      expect(await store.get('owner')).toEqual(found)
      const kept = Math.ceil((found?.length ?? 0) / 10)
      expect(await objects.list('')).toHaveLength(kept)
    }
  })
}
