import { expectDefined } from '@rowhouse/platform'
import { type Table, defineTable } from '@rowhouse/client'
import { limits } from '@rowhouse/protocol'
import { md5Of } from './cut-pieces.js'
import type { BlobName, FoundBlob, PieceStore } from './piece-store.js'

/** The table of pieces. The hash prefix spreads neighbouring owners. */
export const blobChunks = defineTable({
  name: 'blob_chunk',
  key: { ownerMd5: 'string', owner: 'string', id: 'string', seq: 'integer' },
  columns: { data: 'binary', md5: 'string', createdMs: 'integer' },
})

/** Pieces as rows of a table. */
export function tablePieces(table: Table<typeof blobChunks>): PieceStore {
  const keyOf = ({ owner, id }: BlobName) => ({ ownerMd5: md5Of(Buffer.from(owner)), owner, id })
  return {
    put: async (blob, { seq, data, md5 }, createdMs) => {
      const created = BigInt(createdMs)
      await table.put({ ...keyOf(blob), seq: BigInt(seq), data, md5, createdMs: created })
    },
    async *read(blob, from, to) {
      const key = keyOf(blob)
      const range = { from: { ...key, seq: BigInt(from) }, to: { ...key, seq: BigInt(to) } }
      // More pieces would not fit into the page of a reply.
      for await (const { seq, data, md5 } of table.range({ ...range, pageRows: 4 }))
        if (data !== undefined && md5 !== undefined) yield { seq: Number(seq), data, md5 }
    },
    remove: async (blob) => {
      const keys = table.range({ prefix: keyOf(blob), columns: ['createdMs'] })
      for await (const { ownerMd5, owner, id, seq } of keys)
        await table.delete({ ownerMd5, owner, id, seq })
    },
    async *blobs() {
      let last: FoundBlob | undefined
      const pageRows = limits.RANGE_ROWS_MAX
      for await (const { owner, id, createdMs } of table.range({
        columns: ['createdMs'],
        pageRows,
      })) {
        if (last?.owner === owner && last.id === id) continue
        last = { owner, id, createdMs: Number(expectDefined(createdMs, 'the time of a piece')) }
        yield last
      }
    },
  }
}
