import { expect, test } from 'vitest'
import { consoleLimits } from '../limits.js'
import { pieceOf } from './send-map-piece.js'

test('a range is cut at the end of the file', () => {
  expect(pieceOf('bytes=0-99', 1_000)).toEqual({ from: 0, length: 100 })
  expect(pieceOf('bytes=900-1999', 1_000)).toEqual({ from: 900, length: 100 })
})

test('nothing is sent without a range, behind the end, or beyond the bound', () => {
  const { MAP_PIECE_BYTES_MAX } = consoleLimits
  const large = 10 * MAP_PIECE_BYTES_MAX
  for (const range of [undefined, 'bytes=5-', 'bytes=-5', 'bytes=0-1,4-5', 'bytes=9-8', 'rows=0-1'])
    expect(pieceOf(range, large)).toBeUndefined()
  expect(pieceOf('bytes=1000-1001', 1_000)).toBeUndefined()
  expect(pieceOf(`bytes=0-${MAP_PIECE_BYTES_MAX}`, large)).toBeUndefined()
  expect(pieceOf(`bytes=0-${MAP_PIECE_BYTES_MAX - 1}`, large)?.length).toBe(MAP_PIECE_BYTES_MAX)
})
