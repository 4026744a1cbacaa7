/** A TypeScript program of a user of the practices; its arguments are an endpoint and a folder. */
export const practicesProgram = `
import { strict as assert } from 'node:assert'
import { CallError, Client, defineTable } from '@rowhouse/client'
import {
  BlobStore,
  PracticeError,
  TableWithSide,
  createHashPrefix,
  createSplice,
  objectPieces,
  objectsInFolder,
  spliceRange,
} from '@rowhouse/practices'

const [endpoint = '', folder = ''] = process.argv.slice(2)
const client = new Client({ endpoint, instance: 'demo', accessKey: { id: 'ID', secret: 'SECRET' } })

const range = { min: 0n, max: 999_999n }
const splice = createSplice({
  connector: ',',
  parts: [
    { name: 'device', type: 'integer', range },
    { name: 'card', type: 'integer', range },
  ],
})
assert.equal(splice.join({ device: 54n, card: 6777n }), '000054,006777')
assert.deepEqual(spliceRange(splice, { from: 15n, to: 100n }), { start: '000015', end: '000100' })
assert.throws(() => splice.join({ device: -1n, card: 1n }), PracticeError)
assert.equal(createHashPrefix().remove(createHashPrefix().add('200001')), '200001')

// A table of the client with a side table of the practices: they share its classes.
const product = defineTable({
  name: 'product',
  key: { id: 'string' },
  columns: { price: 'double', text: 'string' },
})
const table = new TableWithSide(client, { table: product, sideColumns: ['text'] })
await table.create()
await table.put({ id: 'p1', price: 9.5, text: 'long' })
assert.deepEqual(await table.get({ id: 'p1' }), { id: 'p1', price: 9.5, text: 'long' })
const missing = { condition: { row: 'missing' } } as const
await assert.rejects(
  table.put({ id: 'p1', price: 1 }, missing),
  (error) => error instanceof CallError && error.code === 'OTSConditionCheckFail',
)

const pointers = new Map<string, string>()
const blobs = new BlobStore({
  pieces: objectPieces(objectsInFolder(folder)),
  pointers: {
    read: async (owner) => pointers.get(owner),
    write: async (owner, pointer) => {
      if (pointer === undefined) pointers.delete(owner)
      else pointers.set(owner, pointer)
    },
  },
})
await blobs.put('p1', Buffer.alloc(3_000_000, 7))
assert.equal((await blobs.get('p1', { from: 1_500_000, to: 1_500_010 }))?.length, 10)
await client.close()
`
