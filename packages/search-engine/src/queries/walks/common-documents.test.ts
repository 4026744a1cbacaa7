import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PostingsCursor } from '../../segments/field-reader.js'
import { NO_MORE } from '../doc-set.js'
import { CommonDocuments } from './common-documents.js'

/** A posting list in an array. It refuses moves that the contract of walks does not allow. */
function cursorOf(list: readonly number[]): PostingsCursor {
  let at = -1
  const cursor: PostingsCursor = {
    cost: list.length,
    document: -1,
    next: () => cursor.advance(cursor.document + 1),
    advance: (target) => {
      expect(cursor.document).toBeLessThan(target)
      expect(cursor.document).not.toBe(NO_MORE)
      at = list.findIndex((document) => document >= target)
      cursor.document = at < 0 ? NO_MORE : (list[at] ?? NO_MORE)
      return cursor.document
    },
    fill: () => 0,
    frequency: () => 1,
    positions: () => 0,
  }
  return cursor
}

const list = fc.uniqueArray(fc.nat(30), { maxLength: 25 }).map((all) => all.sort((a, b) => a - b))

test('are those of all lists, with the cursors at the current one', () => {
  const lists = fc.array(list, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(lists, fc.nat(32), (all, from) => {
      const cursors = all.map(cursorOf)
      const walk = new CommonDocuments(cursors, () => undefined)
      const found: number[] = []
      for (let at = walk.advance(from); at !== NO_MORE; at = walk.next()) {
        expect(walk.document).toBe(at)
        expect(cursors.map(({ document }) => document)).toEqual(all.map(() => at))
        found.push(at)
      }
      const [first = []] = all
      const common = first.filter((document) => all.every((one) => one.includes(document)))
      expect(found).toEqual(common.filter((document) => document >= from))
    }),
  )
})
