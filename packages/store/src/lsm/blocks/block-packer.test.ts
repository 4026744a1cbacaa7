import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { storeLimits } from '../../limits.js'
import { BlockPacker } from './block-packer.js'

const SIZE = 8192
const TEXT = Buffer.from('a row like the one before it, '.repeat(SIZE)).subarray(0, SIZE)

/** Which of the blocks became smaller. */
function packed(packer: BlockPacker, blocks: readonly Buffer[]): boolean[] {
  return blocks.map((block) => packer.pack(Buffer.from(block), 0, SIZE) < SIZE)
}

const some = (count: number, block: () => Buffer): Buffer[] => Array.from({ length: count }, block)
const noise = (): Buffer => randomBytes(SIZE)

test('every block is compressed where blocks become smaller', () => {
  expect(
    packed(
      new BlockPacker(),
      some(100, () => TEXT),
    ),
  ).not.toContain(false)
})

test('a block that stays almost as large is left plain', () => {
  const block = Buffer.concat([noise().subarray(0, 0.85 * SIZE), TEXT]).subarray(0, SIZE)
  expect(packed(new BlockPacker(), [block])).toEqual([false])
})

test('behind noise, blocks are compressed again after a bounded number of them', () => {
  const packer = new BlockPacker()
  packed(packer, some(1000, noise))
  const after = packed(
    packer,
    some(2 * storeLimits.UNCOMPRESSED_BLOCKS_MAX, () => TEXT),
  )
  const first = after.indexOf(true)
  expect(first).toBeLessThanOrEqual(storeLimits.UNCOMPRESSED_BLOCKS_MAX)
  expect(after.slice(first)).not.toContain(false)
})

test('one block of noise stops compression for one block alone', () => {
  const packer = new BlockPacker()
  expect(packed(packer, [TEXT, noise(), TEXT, TEXT])).toEqual([true, false, false, true])
})
