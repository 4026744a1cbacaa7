import { outOfRange } from '@rowhouse/platform'

/** A gram is this many consecutive bytes. */
const GRAM_BYTES = 3
/** A gram is hashed to a slot of this many bits. */
const SLOT_BITS = 11
const SLOTS = 2 ** SLOT_BITS
/** Bytes of blocks per group: at this size at least about half of a group's slots stay empty. */
const GROUP_BYTES = 1024
/** A smaller dictionary is scanned as fast as its grams are looked up. */
const WORTH_BYTES = 2 ** 16
/** The groups that share one word of a slot's row. */
const WORD_GROUPS = 32

/**
 * An index of the grams in a dictionary's blocks: each slot of grams has a row with one bit per
 * group of blocks. A search reads only the rows of its own grams and then scans the few groups that
 * are left. It takes a quarter of the memory of the blocks.
 */
export interface BlockGrams {
  readonly groupBlocks: number
  readonly groups: number
  readonly rows: Uint32Array
}

export const areGramsWorth = (blocks: Uint8Array): boolean => blocks.length >= WORTH_BYTES

/** The number of blocks per group comes first, then the rows. */
export function makeGrams(
  blocks: Uint8Array,
  offsets: Uint32Array,
  checkTime: () => void = () => undefined,
): Uint8Array {
  const groupBlocks = Math.max(1, Math.round((GROUP_BYTES * offsets.length) / blocks.length))
  const groups = Math.ceil(offsets.length / groupBlocks)
  const rowWords = Math.ceil(groups / WORD_GROUPS)
  const made = new Uint32Array(1 + SLOTS * rowWords)
  made[0] = groupBlocks
  // The slots of as many groups as one word covers, so that writes stay local.
  const slots = new Uint32Array(SLOTS)
  for (let word = 0; word < rowWords; word++) {
    checkTime()
    slots.fill(0)
    const end = Math.min(groups, (word + 1) * WORD_GROUPS)
    for (let group = word * WORD_GROUPS; group < end; group++) {
      const from = offsets[group * groupBlocks] ?? outOfRange()
      const to = offsets[(group + 1) * groupBlocks] ?? blocks.length
      addGrams(slots, 1 << (group & (WORD_GROUPS - 1)), blocks, from, to)
    }
    for (let slot = 0; slot < SLOTS; slot++)
      made[1 + slot * rowWords + word] = slots[slot] ?? outOfRange()
  }
  return new Uint8Array(made.buffer)
}

function addGrams(
  slots: Uint32Array,
  bit: number,
  blocks: Uint8Array,
  from: number,
  to: number,
): void {
  let gram = ((blocks[from] ?? outOfRange()) << 8) | (blocks[from + 1] ?? outOfRange())
  for (let at = from + 2; at < to; at++) {
    gram = ((gram << 8) | (blocks[at] ?? outOfRange())) & 0xff_ff_ff
    const slot = slotOf(gram)
    slots[slot] = (slots[slot] ?? outOfRange()) | bit
  }
}

const slotOf = (gram: number): number => Math.imul(gram, 0x9e_37_79_b1) >>> (32 - SLOT_BITS)

export function openGrams(made: Uint8Array, blocks: number): BlockGrams {
  const words = new Uint32Array(made.buffer, made.byteOffset, made.byteLength / 4)
  const groupBlocks = words[0] ?? outOfRange()
  return { groupBlocks, groups: Math.ceil(blocks / groupBlocks), rows: words.subarray(1) }
}

/**
 * The bit set of the groups that may contain every gram of a literal; undefined where it has no
 * gram.
 */
export function groupsWith(
  { groups, rows }: BlockGrams,
  literal: Uint8Array,
): Uint32Array | undefined {
  if (literal.length < GRAM_BYTES) return undefined
  const rowWords = Math.ceil(groups / WORD_GROUPS)
  const found = new Uint32Array(rowWords).fill(0xff_ff_ff_ff)
  for (let at = 0; at + GRAM_BYTES <= literal.length; at++) {
    const [first = 0, second = 0, third = 0] = literal.subarray(at, at + GRAM_BYTES)
    const row = slotOf((first << 16) | (second << 8) | third) * rowWords
    for (let word = 0; word < rowWords; word++) {
      found[word] = (found[word] ?? outOfRange()) & (rows[row + word] ?? outOfRange())
    }
  }
  return found
}
