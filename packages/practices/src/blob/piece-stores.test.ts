import type { Client, Table } from '@rowhouse/client'
import { createMemoryFiles, nodeFiles, openFolderObjects } from '@rowhouse/platform'
import { openS3Objects } from '@rowhouse/object-store-s3'
import { type TestS3, hasS3Server, startTestS3 } from '@rowhouse/object-store-s3/testing'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryPieces } from '../testing/memory-pieces.js'
import { testPieceStore } from '../testing/piece-store-suite.js'
import { startTestClient } from '../testing/test-client.js'
import { objectPieces } from './object-pieces.js'
import type { FoundBlob, PieceStore } from './piece-store.js'
import { blobChunks, tablePieces } from './table-pieces.js'

describe('pieces in memory', () => {
  let store: PieceStore = memoryPieces()
  beforeEach(() => {
    store = memoryPieces()
  })
  testPieceStore(() => store)
})

describe('pieces in a folder', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>> | undefined
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(async () => folder?.remove())
  testPieceStore(() => objectPieces(openFolderObjects(nodeFiles, `${folder?.path}/pieces`)))
})

describe.skipIf(!hasS3Server())('pieces in a bucket', () => {
  let server: TestS3
  beforeAll(async () => {
    server = await startTestS3()
  })
  afterAll(() => server.close())
  testPieceStore(() => objectPieces(openS3Objects(server.newLocation())))
})

test('an object that is not a piece is reported, and other objects are ignored', async () => {
  const objects = openFolderObjects(createMemoryFiles(), '/objects')
  const store = objectPieces(objects)
  const blob = { owner: 'a', id: 'one' }
  await objects.put('backup-1', Buffer.from('of somebody else'))
  await store.put(blob, { seq: 0, data: Buffer.from('data'), md5: 'f'.repeat(32) }, 5)
  const found: FoundBlob[] = []
  for await (const one of store.blobs()) found.push(one)
  expect(found).toEqual([{ ...blob, createdMs: 5 }])
  const [piece] = await objects.list('blob.')
  await objects.put(piece?.name ?? '', Buffer.from('damaged'))
  await expect(store.read(blob, 0, 1)[Symbol.asyncIterator]().next()).rejects.toThrow(
    'is no piece of a value',
  )
})

describe('pieces in a table', () => {
  let server: { readonly client: Client; close(): Promise<void> } | undefined
  let table: Table<typeof blobChunks> | undefined
  beforeAll(async () => {
    server = await startTestClient()
  })
  afterAll(async () => server?.close())
  beforeEach(async () => {
    table = await server?.client.createTable(blobChunks)
  })
  afterEach(async () => server?.client.deleteTable(blobChunks.name))
  testPieceStore(() => {
    if (table === undefined) throw new Error('there is no table')
    return tablePieces(table)
  })
})
