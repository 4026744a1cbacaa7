import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SortedCursor, mergeSorted } from './merge-sorted.js'

/** A cursor that overwrites its string, as a dictionary does. */
class Strings implements SortedCursor {
  readonly #strings: readonly Uint8Array[]
  readonly #room = new Uint8Array(200)
  bytes = this.#room.subarray(0, 0)
  #at = 0

  constructor(strings: readonly Uint8Array[]) {
    this.#strings = strings
  }

  next(): boolean {
    const string = this.#strings[this.#at++]
    if (string === undefined) return false
    this.#room.set(string)
    this.bytes = this.#room.subarray(0, string.length)
    return true
  }
}

const string = fc
  .array(fc.constantFrom(0, 1, 255), { maxLength: 5 })
  .chain((tail) =>
    fc.constantFrom(0, 100).map((head) => [...new Uint8Array(head).fill(7), ...tail]),
  )
  .map((bytes) => Uint8Array.from(bytes))
const strings = fc
  .array(string, { maxLength: 20 })
  .map((all) => all.toSorted((a, b) => Buffer.compare(a, b)))

test('strings come in their order, equal ones in the order of the cursors', () => {
  fc.assert(
    fc.property(fc.array(strings, { maxLength: 9 }), (inputs) => {
      const all = inputs.flatMap((own, input) => own.map((bytes) => ({ bytes, input })))
      const expected = all.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes) || a.input - b.input)
      const found: { bytes: Uint8Array; input: number }[] = []
      mergeSorted(
        inputs.map((own) => new Strings(own)),
        ({ bytes }, input, isSame) => {
          const before = found.at(-1)
          expect(isSame).toBe(before !== undefined && Buffer.compare(before.bytes, bytes) === 0)
          found.push({ bytes: bytes.slice(), input })
        },
      )
      expect(found).toEqual(expected)
    }),
  )
})
