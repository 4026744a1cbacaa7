import { integerVariant, stringVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { type Chunk, rewriteChunks, splitIntoChunks } from './chunked-row.js'
import { storedCellBytes } from './row-codec.js'
import { compareCells, updateCells } from '../rows/writing/change-cells.js'
import type { StoredCell } from './stored-row.js'

const rowKey = Buffer.from('a row key')
const LONG = stringVariant('x'.repeat(20_000))

/**
 * A few names with many versions of large and small values, so that chunks begin inside and between
 * columns.
 */
const cells: fc.Arbitrary<StoredCell[]> = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'b\0', 'ba', 'c', '中'),
      timestamp: fc.bigInt(0n, 40n),
      value: fc.oneof(fc.constant(LONG), fc.constant(integerVariant(1n))),
    }),
    { selector: ({ name, timestamp }) => `${timestamp} ${name}`, minLength: 1, maxLength: 60 },
  )
  .map((list) => list.sort(compareCells))

const bytesOf = (chunk: readonly StoredCell[]): number =>
  chunk.reduce((sum, cell) => sum + storedCellBytes(cell), 0)

const keysAscend = (chunks: readonly Chunk[]): boolean =>
  chunks.every((chunk, at) => at === 0 || (chunks[at - 1]?.key.compare(chunk.key) ?? 0) < 0)

describe('chunks of a row', () => {
  it('hold all cells in order, are bounded, and have ascending keys after the row key', () => {
    fc.assert(
      fc.property(cells, (list) => {
        const chunks = splitIntoChunks(rowKey, list)
        expect(chunks.flatMap((chunk) => chunk.cells)).toEqual(list)
        expect(keysAscend(chunks)).toBe(true)
        for (const chunk of chunks) {
          expect(chunk.key.subarray(0, rowKey.length)).toEqual(rowKey)
          const isBounded =
            chunk.cells.length === 1 || bytesOf(chunk.cells) <= engineLimits.ROW_INLINE_BYTES_MAX
          expect(isBounded).toBe(true)
        }
      }),
    )
  })

  it('hold the row after any further change, and only changed ones are rewritten', () => {
    fc.assert(
      fc.property(cells, fc.array(cells, { maxLength: 4 }), (first, changes) => {
        let stored = new Map(
          splitIntoChunks(rowKey, first).map((chunk) => [chunk.key.toString('hex'), chunk]),
        )
        let current: StoredCell[] = first
        for (const change of changes) {
          const loaded = [...stored.values()].sort((a, b) => a.key.compare(b.key))
          const deletions = current
            .filter((_, index) => index % 3 === 0)
            .map(({ name, timestamp }) => ({
              name,
              timestamp,
              operation: 0x03 as const,
              value: undefined,
            }))
          const puts = change.map((cell) => ({ ...cell, operation: undefined }))
          current = updateCells(current, [...deletions, ...puts], 99n, 1000)
          stored = new Map(stored)
          for (const { key, cells: kept } of rewriteChunks(rowKey, loaded, current)) {
            if (kept === undefined) stored.delete(key.toString('hex'))
            else stored.set(key.toString('hex'), { key, cells: kept })
          }
          const after = [...stored.values()].sort((a, b) => a.key.compare(b.key))
          expect(after.flatMap((chunk) => chunk.cells)).toEqual(current)
        }
      }),
    )
  })

  it('are not written when none of their cells has changed', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      name: `column${String(index).padStart(3, '0')}`,
      timestamp: 1n,
      value: LONG,
    }))
    const chunks = splitIntoChunks(rowKey, many)
    expect(rewriteChunks(rowKey, chunks, many)).toEqual([])
    const changed = many.with(50, { name: 'column050', timestamp: 2n, value: integerVariant(1n) })
    expect(rewriteChunks(rowKey, chunks, changed)).toHaveLength(1)
  })
})
