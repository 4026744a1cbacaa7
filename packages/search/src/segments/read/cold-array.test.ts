import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ColdArray } from './cold-array.js'

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4)

it('shows what the array has, wherever its pieces end', () => {
  const place = fc.nat(70)
  fc.assert(
    fc.property(
      fc.uint32Array({ maxLength: 60 }),
      fc.constantFrom(8, 16, 24, 64),
      fc.array(fc.tuple(place, place)),
      (words, pieceBytes, spans) => {
        const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
        const piece = (index: number): Uint8Array =>
          bytes.slice(index * pieceBytes, (index + 1) * pieceBytes)
        const cold = new ColdArray<number, Uint32Array>(
          { length: bytes.length, pieceBytes, piece, whole: () => undefined },
          4,
          wordsOf,
        )
        expect(cold.length).toBe(words.length)
        for (const [from, to] of spans) {
          expect(cold.at(from)).toBe(words[from])
          expect([...cold.subarray(from, to)]).toEqual([...words.subarray(from, to)])
        }
      },
    ),
  )
})
