import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  appendAll,
  LOG_DIRECTORY,
  openTestLog,
  overwrite,
  payloads,
  readAll,
  segmentNames,
  type TestRecord,
} from '../testing/log-fixture.js'
import { seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { FRAME_HEADER_BYTES, writeFrameHeader } from './frame.js'
import { LogDamagedError, LogVersionError } from './log-errors.js'
import { MANIFEST_NAME } from './log-manifest.js'
import { SEGMENT_HEADER_BYTES } from './segment.js'

interface Written {
  readonly files: SimulatedFiles
  readonly records: readonly TestRecord[]
}

/** A log in one segment whose process was killed, so that its manifest has no end position. */
async function killedLog(count: number, segmentBytes = 100_000): Promise<Written> {
  const files = new SimulatedFiles()
  const log = await openTestLog(files, { segmentBytes })
  const records = await appendAll(log, payloads(count))
  return { files: files.kill(), records }
}

/** Where the frame of the n-th record begins in the only segment: all are of the same size. */
function frameOffset(records: readonly TestRecord[], index: number): number {
  return SEGMENT_HEADER_BYTES + (records[index]?.position ?? 0) - FRAME_HEADER_BYTES
}

const ONLY_SEGMENT = 'segment-0000000000000000.log'
const flip = (byte: number): number => byte ^ 0x40

describe('a torn tail', () => {
  test('is ignored, whichever byte of the last frame is wrong', async () => {
    const { files, records } = await killedLog(3)
    const [start, end] = [frameOffset(records, 2), SEGMENT_HEADER_BYTES + (records[2]?.end ?? 0)]
    for (let offset = start; offset < end; offset++) {
      await overwrite(files, ONLY_SEGMENT, offset, flip)
      const log = await openTestLog(files, { segmentBytes: 100_000 })
      expect(await readAll(log)).toEqual(records.slice(0, 2))
      await overwrite(files, ONLY_SEGMENT, offset, flip)
    }
    expect(await readAll(await openTestLog(files))).toEqual(records)
  })

  test('is overwritten', async () => {
    const { files, records } = await killedLog(3)
    await overwrite(files, ONLY_SEGMENT, frameOffset(records, 2) + 40, flip)
    const log = await openTestLog(files, { segmentBytes: 100_000 })
    const more = await appendAll(log, ['short', 'other'])
    await log.close()
    expect(await readAll(await openTestLog(files))).toEqual([...records.slice(0, 2), ...more])
  })

  test('is damage after a clean close, which stores the end of the log', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files, { segmentBytes: 100_000 })
    const records = await appendAll(log, payloads(3))
    await log.close()
    await overwrite(files, ONLY_SEGMENT, frameOffset(records, 2) + 40, flip)
    await expect(openTestLog(files)).rejects.toBeInstanceOf(LogDamagedError)
  })
})

describe('a log that was closed with everything in the store', () => {
  async function closedLog(): Promise<Written> {
    const files = new SimulatedFiles()
    const log = await openTestLog(files, { segmentBytes: 100_000 })
    const records = await appendAll(log, payloads(3))
    await log.checkpoint(log.durableEnd)
    await log.close()
    return { files, records }
  }

  test('ends where its file ends, and continues there', async () => {
    const { files, records } = await closedLog()
    const path = join(LOG_DIRECTORY, ONLY_SEGMENT)
    const file = await files.open(path, 'read')
    expect(await file.size()).toBe(SEGMENT_HEADER_BYTES + (records.at(-1)?.end ?? 0))
    const log = await openTestLog(files, { segmentBytes: 100_000 })
    const more = await appendAll(log, ['short', 'other'])
    const killed = files.kill()
    const again = await openTestLog(killed, { segmentBytes: 100_000 })
    expect(await readAll(again, 0)).toEqual([...records, ...more])
  })

  test('opens without reading its records, and a read finds their damage', async () => {
    const { files, records } = await closedLog()
    await overwrite(files, ONLY_SEGMENT, frameOffset(records, 1) + 40, flip)
    const log = await openTestLog(files, { segmentBytes: 100_000 })
    expect(log.durableEnd).toBe(records.at(-1)?.end)
    await expect(readAll(log, 0)).rejects.toBeInstanceOf(LogDamagedError)
  })

  test('refuses to open when its file is truncated', async () => {
    const { files, records } = await closedLog()
    const file = await files.open(join(LOG_DIRECTORY, ONLY_SEGMENT), 'write')
    await file.truncate(frameOffset(records, 2))
    await expect(openTestLog(files)).rejects.toBeInstanceOf(LogDamagedError)
  })
})

describe('damage', () => {
  test('of any byte of a frame with a valid one behind it refuses to open', async () => {
    const { files, records } = await killedLog(4)
    for (let offset = frameOffset(records, 1); offset < frameOffset(records, 2); offset++) {
      await overwrite(files, ONLY_SEGMENT, offset, flip)
      await expect(openTestLog(files)).rejects.toMatchObject({
        name: 'LogDamagedError',
        file: join(LOG_DIRECTORY, ONLY_SEGMENT),
        offset: frameOffset(records, 1),
      })
      await overwrite(files, ONLY_SEGMENT, offset, flip)
    }
    expect(await readAll(await openTestLog(files))).toEqual(records)
  })

  test('of an earlier segment refuses to open, unless the store has all of it', async () => {
    const { files } = await killedLog(60, 700)
    const [first = '', second = ''] = await segmentNames(files)
    const log = await openTestLog(files)
    await log.setCursor('index', 0)
    await log.checkpoint(Number(/\d+/.exec(second)?.[0]))
    const after = files.kill()
    await overwrite(after, second, 100, flip)
    await expect(openTestLog(after)).rejects.toMatchObject({ file: join(LOG_DIRECTORY, second) })
    await overwrite(after, second, 100, flip)
    await overwrite(after, first, 100, flip)
    const opened = await openTestLog(after)
    await expect(readAll(opened, 0)).rejects.toMatchObject({ file: join(LOG_DIRECTORY, first) })
    expect((await readAll(opened, opened.checkpointed)).length).toBeGreaterThan(0)
  })

  test('of records that are replayed anyway is found by the replay', async () => {
    const { files, records } = await killedLog(60, 700)
    const names = await segmentNames(files)
    const bases = names.map((name) => Number(/\d+/.exec(name)?.[0]))
    const [first = '', second = '', third = ''] = names
    const [, , replayFrom = 0, end = 0] = bases
    await overwrite(files, third, 100, flip)
    await expect(openTestLog(files)).rejects.toMatchObject({ name: 'LogDamagedError' })
    await expect(openTestLog(files, { replayFrom: end })).rejects.toMatchObject({
      file: join(LOG_DIRECTORY, third),
    })
    const log = await openTestLog(files, { replayFrom })
    await expect(readAll(log, replayFrom)).rejects.toMatchObject({
      name: 'LogDamagedError',
      file: join(LOG_DIRECTORY, third),
    })
    await overwrite(files, third, 100, flip)
    expect(await readAll(await openTestLog(files, { replayFrom }))).toEqual(records)
    for (const name of [first, second]) {
      await overwrite(files, name, 100, flip)
      await expect(openTestLog(files, { replayFrom })).rejects.toMatchObject({
        file: join(LOG_DIRECTORY, name),
      })
      await overwrite(files, name, 100, flip)
    }
  })

  test('of any byte of a segment header or of the manifest refuses to open', async () => {
    const { files } = await killedLog(3)
    for (const [name, bytes] of [
      [ONLY_SEGMENT, SEGMENT_HEADER_BYTES],
      [MANIFEST_NAME, 48],
    ] as const) {
      for (let offset = 0; offset < bytes; offset++) {
        await overwrite(files, name, offset, flip)
        const refused = await openTestLog(files).catch((error: unknown) => error)
        const kinds = [LogDamagedError, LogVersionError]
        expect(
          kinds.some((kind) => refused instanceof kind),
          `${name} ${offset}`,
        ).toBe(true)
        await overwrite(files, name, offset, flip)
      }
    }
    expect((await readAll(await openTestLog(files))).length).toBe(3)
  })

  test('a missing file refuses to open', async () => {
    const { files } = await killedLog(60, 700)
    const log = await openTestLog(files)
    await log.close()
    const names = [...(await segmentNames(files)), MANIFEST_NAME]
    expect(names.length).toBeGreaterThan(4)
    for (const name of names) {
      await files.rename(join(LOG_DIRECTORY, name), '/data/aside')
      await expect(openTestLog(files), name).rejects.toBeInstanceOf(LogDamagedError)
      await files.rename('/data/aside', join(LOG_DIRECTORY, name))
    }
    expect((await readAll(await openTestLog(files))).length).toBe(60)
  })
})

test('a newer version is refused with an error that names it', async () => {
  const { files } = await killedLog(3)
  for (const [name, known] of [
    [ONLY_SEGMENT, 2],
    [MANIFEST_NAME, 1],
  ] as const) {
    await overwrite(files, name, 8, () => known + 1)
    const what = `format version ${known + 1}; this software knows versions up to ${known}`
    await expect(openTestLog(files)).rejects.toThrow(`${join(LOG_DIRECTORY, name)} has ${what}`)
    await overwrite(files, name, 8, () => known)
  }
})

test('a record that looks like a later frame is not mistaken for one', async () => {
  const files = new SimulatedFiles()
  const log = await openTestLog(files, { segmentBytes: 100_000 })
  const [first] = await appendAll(log, payloads(1))
  const forged = Buffer.alloc(FRAME_HEADER_BYTES)
  const header = { records: 0, position: 1000, payloadBytes: 0, payloadChecksum: 0, age: 0 }
  writeFrameHeader(forged, header, 0)
  await log.append(forged).durable
  const killed = files.kill()
  // The head of the surrounding frame is torn, so that only its content can be examined.
  await overwrite(killed, ONLY_SEGMENT, SEGMENT_HEADER_BYTES + (first?.end ?? 0), flip)
  expect((await readAll(await openTestLog(killed))).length).toBe(1)
  const salt = seededRandom(5).bytes(4).readUInt32LE(0)
  writeFrameHeader(forged, header, salt)
  const file = await killed.open(join(LOG_DIRECTORY, ONLY_SEGMENT), 'write')
  await file.write(forged, SEGMENT_HEADER_BYTES + (first?.end ?? 0) + 36)
  await expect(openTestLog(killed)).rejects.toBeInstanceOf(LogDamagedError)
})
