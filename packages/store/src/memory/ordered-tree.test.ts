import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderedTree, treeEntries } from './ordered-tree.js'

const LOWEST = Buffer.alloc(0)
const HIGHEST = Buffer.alloc(8, 0xff)

describe('an ordered tree', () => {
  it('knows its entries and the bytes between any two keys, whatever was done to it', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), key, key, (changes, one, other) => {
        const tree = new OrderedTree()
        const model = new Map<string, Buffer>()
        for (const [index, apply] of changes.entries()) {
          apply(tree, model)
          // Nodes that a snapshot shares are changed in copies.
          if (index % 7 === 0) tree.snapshot()
        }
        const [start, end] = one.compare(other) <= 0 ? [one, other] : [other, one]
        expect(tree.size).toBe(model.size)
        expect(tree.bytesBetween(LOWEST, HIGHEST)).toBe(bytesIn(model, LOWEST, HIGHEST))
        expect(tree.bytesBetween(start, end)).toBe(bytesIn(model, start, end))
        expect(tree.bytesBetween(HIGHEST, LOWEST)).toBe(0)
      }),
    )
  })

  it('keeps the sizes of a snapshot, and becomes another tree at once', () => {
    const tree = treeOf(1000, () => {})
    const before = tree.snapshot()
    const copy = new OrderedTree(before)
    copy.deleteRange(numbered(10), numbered(990))
    copy.put(numbered(5), Buffer.alloc(100))
    expect(tree.size).toBe(1000)
    expect(tree.bytesBetween(LOWEST, HIGHEST)).toBe(1000 * 8)
    tree.become(copy.snapshot())
    tree.put(numbered(2000), Buffer.alloc(4))
    expect([tree.size, copy.size, new OrderedTree(before).size]).toEqual([21, 20, 1000])
    expect(tree.bytesBetween(LOWEST, HIGHEST)).toBe(21 * 8 + 96)
  })

  it('estimates and deletes a range by its two ends, however much lies between', () => {
    let looks = 0
    const tree = treeOf(50_000, () => {
      looks++
    })
    looks = 0
    expect(tree.bytesBetween(numbered(100), numbered(49_900))).toBe(49_800 * 8)
    const ofEstimate = looks
    looks = 0
    tree.deleteRange(numbered(100), numbered(49_900))
    const ofDelete = looks
    expect(tree.size).toBe(200)
    expect(ofEstimate).toBeLessThan(500)
    expect(ofDelete).toBeLessThan(500)
  })
})

const key = fc.array(fc.integer({ min: 0x61, max: 0x63 }), { maxLength: 5 }).map(Buffer.from)
type Change = (tree: OrderedTree, model: Map<string, Buffer>) => void
const put = fc.record({ key, length: fc.nat(20) }).map(
  (given): Change =>
    (tree, model) => {
      tree.put(given.key, Buffer.alloc(given.length))
      model.set(given.key.toString('latin1'), Buffer.alloc(given.length))
    },
)
const remove = key.map(
  (given): Change =>
    (tree, model) => {
      tree.delete(given)
      model.delete(given.toString('latin1'))
    },
)
const removeRange = fc.tuple(key, key).map(
  ([start, end]): Change =>
    (tree, model) => {
      tree.deleteRange(start, end)
      for (const name of namesIn(model, start, end)) model.delete(name)
    },
)
const change = fc.oneof({ weight: 20, arbitrary: put }, remove, removeRange)

function namesIn(model: ReadonlyMap<string, Buffer>, start: Buffer, end: Buffer): string[] {
  const [from, to] = [start.toString('latin1'), end.toString('latin1')]
  return [...model.keys()].filter((name) => name >= from && name < to)
}

function bytesIn(model: ReadonlyMap<string, Buffer>, start: Buffer, end: Buffer): number {
  const names = namesIn(model, start, end)
  return names.reduce((sum, name) => sum + name.length + (model.get(name)?.length ?? 0), 0)
}

function numbered(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

/** So many entries of eight bytes, which tell whenever the length of a key is asked. */
function treeOf(entries: number, onLook: () => void): OrderedTree {
  const tree = new OrderedTree()
  for (let number = 0; number < entries; number++) {
    const name = numbered(number)
    const length = (): number => {
      onLook()
      return 4
    }
    Object.defineProperty(name, 'length', { get: length })
    tree.put(name, Buffer.alloc(4))
  }
  const whole = { start: LOWEST, end: HIGHEST, reverse: false, after: undefined, limit: entries }
  expect(treeEntries(tree.snapshot(), whole)).toHaveLength(entries)
  return tree
}
