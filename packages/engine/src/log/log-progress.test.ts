import { describe, expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import {
  appendAll,
  LOG_DIRECTORY,
  openTestLog,
  payloads,
  readAll,
  segmentNames,
} from '../testing/log-fixture.js'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { LogTrimmedError } from './log-errors.js'

describe('checkpoint and cursors', () => {
  test('survive a start', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    const records = await appendAll(log, payloads(10))
    await log.setCursor('index', records[4]?.end ?? 0)
    await log.setCursor('流', records[6]?.end ?? 0)
    await log.setCursor('gone', 0)
    await log.removeCursor('gone')
    await log.checkpoint(records[8]?.end ?? 0)
    const again = await openTestLog(files.kill())
    expect(again.checkpointed).toBe(records[8]?.end)
    expect(again.cursors()).toEqual(
      new Map([
        ['index', records[4]?.end],
        ['流', records[6]?.end],
      ]),
    )
  })

  test('a checkpoint never goes back; a cursor may', async () => {
    const log = await openTestLog(new SimulatedFiles())
    await appendAll(log, payloads(5))
    await log.checkpoint(log.durableEnd)
    await log.checkpoint(10)
    expect(log.checkpointed).toBe(log.durableEnd)
    await log.setCursor('index', log.durableEnd)
    await log.setCursor('index', 10)
    expect(log.cursors().get('index')).toBe(10)
  })

  test('refuse positions that are not durable', async () => {
    const log = await openTestLog(new SimulatedFiles())
    await appendAll(log, payloads(2))
    for (const position of [log.durableEnd + 1, -1, 0.5, Number.NaN]) {
      await expect(log.checkpoint(position)).rejects.toBeInstanceOf(RangeError)
      await expect(log.setCursor('index', position)).rejects.toBeInstanceOf(RangeError)
    }
  })

  test('concurrent calls share one write of the manifest', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    const before = files.operations
    await log.setCursor('first', 0)
    const each = files.operations - before
    await Promise.all(Array.from({ length: 100 }, (_, index) => log.setCursor(`c${index}`, 0)))
    expect(files.operations - before).toBeLessThanOrEqual(3 * each)
    expect(log.cursors().size).toBe(101)
  })

  test('cursors are bounded in number and name', async () => {
    const log = await openTestLog(new SimulatedFiles())
    const longest = 'é'.repeat(engineLimits.LOG_CURSOR_NAME_BYTES_MAX / 2) + 'e'
    await log.setCursor(longest, 0)
    await expect(log.setCursor(`${longest}e`, 0)).rejects.toBeInstanceOf(RangeError)
    const others = Array.from(
      { length: engineLimits.LOG_CURSORS_MAX - 1 },
      (_, index) => `c${index}`,
    )
    await Promise.all(others.map((name) => log.setCursor(name, 0)))
    await expect(log.setCursor('one more', 0)).rejects.toBeInstanceOf(RangeError)
    await log.setCursor('c7', 0)
    await log.removeCursor('c7')
    await log.setCursor('one more', 0)
    expect(log.cursors().size).toBe(engineLimits.LOG_CURSORS_MAX)
  })
})

describe('trimming', () => {
  test('removes segments that the checkpoint and all cursors have passed', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    const records = await appendAll(log, payloads(60))
    await log.setCursor('index', records[20]?.position ?? 0)
    await log.checkpoint(records[40]?.position ?? 0)
    expect(log.start).toBeGreaterThan(0)
    expect(log.start).toBeLessThanOrEqual(records[20]?.position ?? 0)
    const kept = records.filter(({ position }) => position >= log.start)
    expect(kept.length).toBeLessThan(60)
    expect(await readAll(log)).toEqual(kept)
    await expect(readAll(log, 0)).rejects.toBeInstanceOf(LogTrimmedError)
    await expect(readAll(log, log.start - 1)).rejects.toMatchObject({ start: log.start })
    await log.removeCursor('index')
    expect(log.start).toBeGreaterThan(records[20]?.position ?? 0)
    const again = await openTestLog(files.kill())
    expect(again.start).toBe(log.start)
    expect((await readAll(again)).at(-1)).toEqual(records.at(-1))
  })

  test('releases a cursor that lags too far, and its reader gets an error', async () => {
    const files = new SimulatedFiles()
    const maxLagBytes = 1500
    const log = await openTestLog(files, { maxLagBytes })
    await log.setCursor('slow', 0)
    await appendAll(log, payloads(15))
    await log.checkpoint(log.durableEnd)
    expect(log.durableEnd).toBeLessThanOrEqual(maxLagBytes)
    expect(log.start).toBe(0)
    await appendAll(log, payloads(15))
    await log.checkpoint(log.durableEnd)
    expect(log.start).toBeGreaterThan(0)
    expect(log.cursors().get('slow')).toBe(0)
    await expect(readAll(log, 0)).rejects.toBeInstanceOf(LogTrimmedError)
  })

  test('keeps the number of files bounded while the log grows', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    for (let round = 0; round < 50; round++) {
      await appendAll(log, payloads(20))
      await log.checkpoint(log.durableEnd)
      expect((await segmentNames(files)).length).toBe(1)
      expect((await files.list(LOG_DIRECTORY)).length).toBeLessThanOrEqual(4)
    }
    await log.close()
    const again = await openTestLog(files)
    expect((await readAll(again)).at(-1)?.payload).toBe(payloads(20).at(-1))
  })

  test('a reader whose segments are removed gets an error and skips nothing', async () => {
    const segmentBytes = 3 * engineLimits.LOG_READ_BYTES
    const log = await openTestLog(new SimulatedFiles(), { segmentBytes })
    const fill = async (start: number): Promise<void> => {
      const numbers = Array.from({ length: 100 }, (_, index) => start + index)
      const records = numbers.map((number) =>
        Buffer.alloc(engineLimits.LOG_READ_BYTES / 10, number),
      )
      await Promise.all(records.map((record) => log.append(record).durable))
    }
    await fill(0)
    const found: (number | undefined)[] = []
    const reading = async (): Promise<void> => {
      for await (const { payload } of log.read(0)) {
        found.push(payload[0])
        if (found.length > 1) continue
        // A segment file must not be reused while it is being read.
        await log.checkpoint(log.durableEnd)
        await fill(100)
      }
    }
    await expect(reading()).rejects.toBeInstanceOf(LogTrimmedError)
    expect(found.length).toBeGreaterThan(20)
    expect(found).toEqual(Array.from(found.keys()))
  })
})
