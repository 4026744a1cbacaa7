import { expect, test } from 'vitest'
import { cutPieces } from '../blob/cut-pieces.js'
import type { FoundBlob, Piece, PieceStore } from '../blob/piece-store.js'

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

/** Compares bytes as text, because the bytes of a row are not a Buffer. */
const comparable = ({ seq, data, md5 }: Piece) => ({ seq, md5, text: Buffer.from(data).toString() })

/** The tests that every piece store must pass. */
export function testPieceStore(open: () => PieceStore): void {
  const a1 = { owner: 'a/ä\u0000', id: 'one' }
  const a2 = { owner: 'a/ä\u0000', id: 'two' }
  const b = { owner: 'b', id: 'three' }
  const cut = (): Promise<Piece[]> => listed(cutPieces(Buffer.from('0123456789'), 3))

  test('pieces are read in order, and values are separate', async () => {
    const store = open()
    const pieces = await cut()
    for (const piece of pieces.toReversed()) {
      await store.put(a1, piece, 5)
      await store.put(b, piece, 7)
    }
    await store.put(
      a2,
      { ...(await cut())[0], seq: 0, data: Buffer.from('x'), md5: 'f'.repeat(32) },
      6,
    )
    expect((await listed(store.read(a1, 0, 9))).map(comparable)).toEqual(pieces.map(comparable))
    expect((await listed(store.read(a1, 1, 3))).map(({ seq }) => seq)).toEqual([1, 2])
    expect(await listed(store.read(a2, 0, 9))).toHaveLength(1)
    const found = (await listed(store.blobs())).map(({ owner, id, createdMs }) => ({
      owner,
      id,
      createdMs,
    }))
    const wanted: FoundBlob[] = [
      { ...a1, createdMs: 5 },
      { ...a2, createdMs: 6 },
      { ...b, createdMs: 7 },
    ]
    expect(found.toSorted((x, y) => x.createdMs - y.createdMs)).toEqual(wanted)
  })

  test('removed pieces are gone, and removing them again is no error', async () => {
    const store = open()
    for (const piece of await cut()) await store.put(a1, piece, 5)
    for (const piece of await cut()) await store.put(a2, piece, 5)
    await store.remove(a1)
    await store.remove(a1)
    expect(await listed(store.read(a1, 0, 9))).toEqual([])
    expect((await listed(store.blobs())).map(({ id }) => id)).toEqual(['two'])
  })

  test('nothing is there at first', async () => {
    expect(await listed(open().blobs())).toEqual([])
    expect(await listed(open().read(a1, 0, 9))).toEqual([])
  })
}
