import { type FileHandle, createMemoryFiles, outOfRange } from '@rowhouse/platform'
import { describe, expect, it } from 'vitest'
import { StoreDamagedError } from '../store-damaged-error.js'
import { BlockCache } from './block-cache.js'
import { sealBlock } from './block-form.js'
import type { BlockHandle } from './block-handle.js'
import { BlockRef } from './block-ref.js'

const SLOT = 64
const CONTENT = 40

interface Fixture {
  readonly source: { readonly file: FileHandle; readonly number: number; readonly name: string }
  readonly handles: BlockHandle[]
  /** How many bytes each read asked for. */
  readonly reads: number[]
}

/** A file of blocks, each filled with its number. */
async function fileOfBlocks(blocks: number, contentBytes = CONTENT): Promise<Fixture> {
  const files = createMemoryFiles()
  await files.makeDirectory('/store')
  const file = await files.open('/store/blocks', 'create')
  const handles: BlockHandle[] = []
  for (let block = 0, position = 0; block < blocks; block++) {
    const bytes = Buffer.alloc(contentBytes + 8, block)
    const stored = sealBlock(bytes, 0, contentBytes, position)
    await file.write(bytes.subarray(0, stored), position)
    handles.push({ position, stored, content: contentBytes })
    position += stored
  }
  const reads: number[] = []
  const read: FileHandle['read'] = (position, length, into) => {
    reads.push(length)
    return file.read(position, length, into)
  }
  return { source: { file: { ...file, read }, number: 1, name: 'blocks' }, handles, reads }
}

const contentOf = ({ bytes, at, end }: BlockRef): string =>
  [...new Set(bytes.subarray(at, end))].join()

const handleAt = ({ handles }: Fixture, block: number): BlockHandle =>
  handles[block] ?? outOfRange()

/** Holds a block and answers what it is filled with; the block is released at once. */
async function readBlock(cache: BlockCache, fixture: Fixture, block: number): Promise<string> {
  const ref = new BlockRef()
  const handle = handleAt(fixture, block)
  if (!cache.tryHold(ref, 1, handle, 1)) await cache.hold(ref, fixture.source, [handle], 0)
  const content = contentOf(ref)
  cache.release(ref)
  return content
}

describe('the cache', () => {
  it('reads a block once for all that ask for it at the same time', async () => {
    const fixture = await fileOfBlocks(2)
    const cache = new BlockCache(4 * SLOT, { slotBytes: SLOT })
    const read = [1, 1, 1].map((block) => readBlock(cache, fixture, block))
    expect(await Promise.all(read)).toEqual(['1', '1', '1'])
    expect(await readBlock(cache, fixture, 1)).toBe('1')
    expect(fixture.reads).toEqual([CONTENT + 5])
  })

  it('keeps what is used and gives up what was only read', async () => {
    const fixture = await fileOfBlocks(40)
    const cache = new BlockCache(4 * SLOT, { slotBytes: SLOT })
    await readBlock(cache, fixture, 0)
    for (let block = 1; block < 40; block++) {
      await readBlock(cache, fixture, block)
      await readBlock(cache, fixture, 0)
    }
    expect(fixture.reads).toHaveLength(40)
  })

  it('never moves a block that is held, and reads beside it when all are held', async () => {
    const fixture = await fileOfBlocks(20)
    const cache = new BlockCache(2 * SLOT, { slotBytes: SLOT })
    const held = [new BlockRef(), new BlockRef()]
    for (const [block, ref] of held.entries())
      await cache.hold(ref, fixture.source, fixture.handles, block)
    for (let block = 2; block < 20; block++)
      expect(await readBlock(cache, fixture, block)).toBe(String(block))
    expect(held.map(contentOf)).toEqual(['0', '1'])
    for (const ref of held) cache.release(ref)
    expect(cache.figures()).toMatchObject({
      store_block_cache_slots_pinned: 0,
      store_block_cache_slots_used: 2,
    })
  })

  it('reads neighbours with one read, up to those that are there', async () => {
    const fixture = await fileOfBlocks(20)
    const cache = new BlockCache(64 * SLOT, { slotBytes: SLOT })
    await readBlock(cache, fixture, 9)
    const ref = new BlockRef()
    await cache.hold(ref, fixture.source, fixture.handles.slice(5, 15), 1)
    expect(contentOf(ref)).toBe('6')
    cache.release(ref)
    expect(fixture.reads).toEqual([CONTENT + 5, 4 * (CONTENT + 5)])
    for (const block of [5, 6, 7, 8, 9])
      expect(await readBlock(cache, fixture, block)).toBe(String(block))
    expect(fixture.reads).toHaveLength(2)
  })

  it('keeps no block that fits no slot', async () => {
    const fixture = await fileOfBlocks(2, 200)
    const cache = new BlockCache(4 * SLOT, { slotBytes: SLOT })
    expect(await readBlock(cache, fixture, 1)).toBe('1')
    expect(await readBlock(cache, fixture, 1)).toBe('1')
    expect(cache.figures()).toMatchObject({ store_block_cache_slots_used: 0 })
  })

  it('forgets a file, but not under those who hold a block of it', async () => {
    const fixture = await fileOfBlocks(3)
    const cache = new BlockCache(4 * SLOT, { slotBytes: SLOT })
    const ref = new BlockRef()
    await cache.hold(ref, fixture.source, [handleAt(fixture, 0)], 0)
    await readBlock(cache, fixture, 1)
    cache.forget(1)
    expect(cache.figures()).toMatchObject({
      store_block_cache_slots_used: 1,
      store_block_cache_slots_pinned: 1,
    })
    expect(contentOf(ref)).toBe('0')
    cache.release(ref)
    expect(cache.figures()).toMatchObject({
      store_block_cache_slots_used: 0,
      store_block_cache_slots_pinned: 0,
    })
  })
})

describe('a damaged block', () => {
  it('is told to all who wait for it, and its neighbours are read', async () => {
    const fixture = await fileOfBlocks(16)
    await fixture.source.file.write(Buffer.from([99]), handleAt(fixture, 3).position + 4)
    const cache = new BlockCache(128 * SLOT, { slotBytes: SLOT })
    const ref = new BlockRef()
    const ahead = cache.hold(ref, fixture.source, fixture.handles, 0)
    const waiting = [3, 3].map((block) => readBlock(cache, fixture, block))
    for (const read of waiting) await expect(read).rejects.toThrow(StoreDamagedError)
    await ahead
    expect(contentOf(ref)).toBe('0')
    cache.release(ref)
    expect(await readBlock(cache, fixture, 4)).toBe('4')
    await expect(readBlock(cache, fixture, 3)).rejects.toThrow(StoreDamagedError)
    expect(cache.figures()).toMatchObject({
      store_block_cache_slots_pinned: 0,
      store_block_cache_slots_used: 15,
    })
  })

  it('and an error of the disk leave nothing held', async () => {
    const fixture = await fileOfBlocks(2)
    const cache = new BlockCache(4 * SLOT, { slotBytes: SLOT })
    const broken = { ...fixture.source.file, read: () => Promise.reject(new Error('EIO')) }
    const source = { ...fixture.source, file: broken }
    await expect(cache.hold(new BlockRef(), source, fixture.handles, 0)).rejects.toThrow('EIO')
    expect(cache.figures()).toMatchObject({
      store_block_cache_slots_pinned: 0,
      store_block_cache_slots_used: 0,
    })
    expect(await readBlock(cache, fixture, 0)).toBe('0')
  })
})
