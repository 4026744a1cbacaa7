import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client, Table } from '@rowhouse/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { memoryPieces } from '../testing/memory-pieces.js'
import { testPieceStore } from '../testing/piece-store-suite.js'
import { startTestClient } from '../testing/test-client.js'
import { folderPieces } from './folder-pieces.js'
import type { PieceStore } from './piece-store.js'
import { blobChunks, tablePieces } from './table-pieces.js'

describe('pieces in memory', () => {
  let store: PieceStore = memoryPieces()
  beforeEach(() => {
    store = memoryPieces()
  })
  testPieceStore(() => store)
})

describe('pieces in a folder', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowhouse-pieces-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  testPieceStore(() => folderPieces(folder))
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
