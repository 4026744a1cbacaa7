import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import { openCommitLog } from '../log/open-commit-log.js'
import { segmentName } from '../log/segment.js'
import { createMemoryFiles, type Files, openFolderObjects } from '@rowhouse/platform'
import { manualClock, seededRandom } from '@rowhouse/platform/testing'
import { pieceBeginner } from './back-up.js'
import { copyLog } from './copy-log.js'

const LOG = '/data/log'
const MIB = 1_048_576

/** Counts the bytes that are read from the segments of a log. */
const counted = (files: Files): { files: Files; readBytes: () => number } => {
  let bytes = 0
  const open: Files['open'] = async (path, mode) => {
    const file = await files.open(path, mode)
    const read: typeof file.read = async (...place) => {
      const found = await file.read(...place)
      bytes += found.length
      return found
    }
    return mode === 'read' && path.startsWith(LOG) ? { ...file, read } : file
  }
  return { files: { ...files, open }, readBytes: () => bytes }
}

test('the log is copied byte for byte, and read once', async () => {
  const memory = createMemoryFiles()
  const random = seededRandom(7)
  const clock = manualClock()
  const log = await openCommitLog({
    files: memory,
    directory: LOG,
    clock,
    random,
    segmentBytes: 6 * MIB,
    preallocateBytes: 1000,
  })
  let records = 0
  const write = async (bytes: number): Promise<void> => {
    clock.advance(3)
    log.append(Buffer.alloc(bytes, random.below(256)))
    records++
    await log.whenDurable(log.appendedEnd)
  }
  for (let count = 0; count < 60; count++) await write(1 + random.below(700_000))
  // Larger than one read.
  await write(3 * engineLimits.LOG_READ_BYTES)
  for (let count = 0; count < 5; count++) await write(1 + random.below(1000))

  const { files, readBytes } = counted(memory)
  const objects = openFolderObjects(memory, '/store')
  const from = { base: 0, offset: 0, position: 0 }
  const pieces = await copyLog(
    { files, logDirectory: LOG },
    from,
    log.durableEnd,
    pieceBeginner(objects, ''),
  )
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.reduce((sum, piece) => sum + piece.records, 0)).toBe(records)
  expect(pieces.at(-1)).toMatchObject({ end: log.durableEnd, last: clock.now() })
  let bytes = 0
  for (const piece of pieces) {
    const source = await memory.open(`${LOG}/${segmentName(piece.base)}`, 'read')
    expect((await objects.get(piece.name)).equals(await source.read(0, piece.bytes))).toBe(true)
    expect(piece.checksum).toBe(crc32(await objects.get(piece.name)))
    bytes += piece.bytes
  }
  // The rest is headers of segments, read several times, and preallocated space after their ends.
  expect(readBytes()).toBeLessThan(bytes + pieces.length * 3000)
  await log.close()
})
