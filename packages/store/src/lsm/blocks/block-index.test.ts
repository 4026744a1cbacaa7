import { expectDefined } from '@rowhouse/platform'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BlockIndex } from './block-index.js'

it('finds the slot of each block, after any additions and removals', () => {
  const anyBlock = fc.record({
    file: fc.nat(3),
    // Also files of terabytes.
    position: fc.oneof(
      fc.nat(20),
      fc.nat(20).map((high) => high * 2 ** 32 + 7),
    ),
  })
  const slots = 24
  fc.assert(
    fc.property(fc.array(anyBlock, { maxLength: 200 }), (blocks) => {
      const index = new BlockIndex(slots)
      const model = new Map<string, number>()
      const free = Array.from({ length: slots }, (_, slot) => slot)
      for (const { file, position } of blocks) {
        const name = `${file} ${position}`
        const known = model.get(name)
        if (known !== undefined) {
          index.remove(known)
          model.delete(name)
          free.push(known)
        } else if (free.length > 0) {
          const slot = expectDefined(free.pop(), 'a free slot')
          index.add(slot, file, position)
          model.set(name, slot)
          expect(index.fileOf(slot)).toBe(file)
        }
        for (const other of blocks)
          expect(index.find(other.file, other.position)).toBe(
            model.get(`${other.file} ${other.position}`) ?? -1,
          )
      }
    }),
  )
})
