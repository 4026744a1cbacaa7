import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ColdArray, lookAhead } from './cold-array.js'

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4)

it('has the same values as the array, for any size of pieces', () => {
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
          {
            length: bytes.length,
            pieceBytes,
            piece,
            whole: () => undefined,
            ahead: () => undefined,
            together: () => new Map(),
          },
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

it('announces the pieces that are about to be read, each once and none already read', () => {
  const words = new Uint32Array(16)
  const told: number[] = []
  const pieces = {
    length: words.byteLength,
    pieceBytes: 16,
    piece: (index: number) => new Uint8Array(words.buffer, index * 16, 16),
    whole: () => undefined,
    ahead: (indices: readonly number[]) => void told.push(...indices),
    together: () => new Map(),
  }
  const cold = new ColdArray<number, Uint32Array>(pieces, 4, wordsOf)
  cold.at(9)
  lookAhead(cold, [15, 8, 1, 2, 14])
  expect(told).toEqual([3, 0])
  // Only the first of these places counts.
  lookAhead(cold, Int32Array.of(4, 15), 1)
  expect(told).toEqual([3, 0, 1])
  lookAhead(words, [1])
})
