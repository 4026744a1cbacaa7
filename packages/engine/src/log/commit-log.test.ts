import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFiles } from '@rowhouse/platform'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { engineLimits } from '../limits.js'
import { appendAll, openTestLog, payloads, readAll } from '../testing/log-fixture.js'
import { LogClosedError } from './log-errors.js'

test('reads back appended records, also after it is reopened', async () => {
  const files = new SimulatedFiles()
  const log = await openTestLog(files)
  const records = await appendAll(log, payloads(100))
  expect(await readAll(log)).toEqual(records)
  await log.close()
  const again = await openTestLog(files)
  expect(await readAll(again)).toEqual(records)
  expect(again.durableEnd).toBe(log.durableEnd)
  expect(again.appendedEnd).toBe(again.durableEnd)
  expect(again.figures()['segments']).toBeGreaterThan(5)
})

test('appends after its last record when reopened', async () => {
  const files = new SimulatedFiles()
  let expected: unknown[] = []
  for (let start = 0; start < 5; start++) {
    const log = await openTestLog(files)
    expected = [...expected, ...(await appendAll(log, payloads(7)))]
    expect(await readAll(log)).toEqual(expected)
    await log.close()
  }
})

test('positions grow; a record ends before the next one begins', async () => {
  const log = await openTestLog(new SimulatedFiles())
  const records = await appendAll(log, ['', 'a', '', ...payloads(50)])
  for (const [index, { position, end }] of records.entries()) {
    expect(position).toBeGreaterThanOrEqual(records[index - 1]?.end ?? 0)
    expect(end).toBeGreaterThan(position)
  }
  expect(log.durableEnd).toBe(records.at(-1)?.end)
})

test('reads from any position to the end at the time of the call', async () => {
  const log = await openTestLog(new SimulatedFiles())
  const records = await appendAll(log, payloads(40))
  for (let from = 0; from <= log.durableEnd; from++) {
    const expected = records.filter(({ position }) => position >= from)
    expect(await readAll(log, from)).toEqual(expected)
  }
  const reading = log.read(records[30]?.position ?? 0)
  await appendAll(log, payloads(40))
  const found: string[] = []
  for await (const { payload } of reading) found.push(payload.toString())
  expect(found).toEqual(payloads(40).slice(30))
})

test('a reader that stops half-way closes its file', async () => {
  const log = await openTestLog(new SimulatedFiles())
  await appendAll(log, payloads(100))
  for await (const { payload } of log.read(0)) {
    expect(payload.toString()).toBe(payloads(1)[0])
    break
  }
  await log.checkpoint(log.durableEnd)
  expect(log.figures()['spareSegments']).toBe(engineLimits.LOG_SPARE_SEGMENTS_MAX)
})

test('records that wait together share one frame and one sync', async () => {
  const syncs: number[] = []
  const log = await openTestLog(new SimulatedFiles(), { onSync: (time) => syncs.push(time) })
  const tickets = payloads(10).map((payload) => log.append(Buffer.from(payload)))
  expect(log.durableEnd).toBe(0)
  await Promise.all(tickets.map(({ durable }) => durable))
  expect(new Set(tickets.map(({ durable }) => durable)).size).toBe(1)
  expect(log.figures()).toMatchObject({ frames: 1, records: 10, syncs: 1, queuedBytes: 0 })
  expect(syncs).toEqual([0])
})

test('records larger than one read, than a frame and than a segment', async () => {
  const files = new SimulatedFiles()
  const log = await openTestLog(files)
  const sizes = [
    engineLimits.LOG_COPIED_RECORD_BYTES_MAX,
    engineLimits.LOG_COPIED_RECORD_BYTES_MAX + 1,
    engineLimits.LOG_FRAME_BYTES_MAX,
    3 * engineLimits.LOG_READ_BYTES + 7,
  ]
  const large = sizes.map((size, index) => Buffer.alloc(size, index + 1))
  const tickets = large.flatMap((record) => [log.append(record), log.append(Buffer.from('small'))])
  await Promise.all(tickets.map(({ durable }) => durable))
  await log.close()
  const again = await openTestLog(files)
  const found: Buffer[] = []
  for await (const { payload } of again.read(0)) found.push(Buffer.from(payload))
  const expected = large.flatMap((record) => [record, Buffer.from('small')])
  expect(found.map(({ length }) => length)).toEqual(expected.map(({ length }) => length))
  expect(found.every((record, index) => expected[index]?.equals(record))).toBe(true)
})

test('finds positions in segments of several reads', async () => {
  const files = new SimulatedFiles()
  const options = { segmentBytes: 5 * engineLimits.LOG_READ_BYTES }
  const log = await openTestLog(files, options)
  const size = engineLimits.LOG_READ_BYTES / 10
  const tickets = Array.from({ length: 100 }, (_, index) => log.append(Buffer.alloc(size, index)))
  await Promise.all(tickets.map(({ durable }) => durable))
  await log.close()
  const again = await openTestLog(files, options)
  for (const opened of [again, again]) {
    for (const [index, { position }] of tickets.entries()) {
      const found: number[] = []
      for await (const record of opened.read(position)) {
        if (found.length === 0) expect(record.position).toBe(position)
        found.push(record.payload[0] ?? -1)
        if (found.length === 12) break
      }
      const expected = Array.from({ length: Math.min(12, 100 - index) }, (_, at) => index + at)
      expect(found).toEqual(expected)
    }
  }
})

test('many records at once go into frames of bounded size', async () => {
  const log = await openTestLog(new SimulatedFiles(), { segmentBytes: 64 * 1_048_576 })
  const record = Buffer.alloc(engineLimits.LOG_COPIED_RECORD_BYTES_MAX, 1)
  const tickets = Array.from({ length: 10 }, () => log.append(record))
  await Promise.all(tickets.map(({ durable }) => durable))
  expect(log.figures()).toMatchObject({ frames: 4, records: 10 })
})

test('a full queue is busy until it drains', async () => {
  const log = await openTestLog(new SimulatedFiles())
  const record = Buffer.alloc(engineLimits.LOG_QUEUE_BYTES_MAX / 4)
  const tickets = Array.from({ length: 4 }, () => log.append(record))
  expect(() => log.append(Buffer.from('one more'))).toThrow('Server is busy.')
  await Promise.all(tickets.map(({ durable }) => durable))
  await log.append(Buffer.from('one more')).durable
})

test('takes a record of the largest size on a real disk, and none larger', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-log-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const log = await openTestLog(nodeFiles, { directory })
  const largest = Buffer.alloc(engineLimits.LOG_RECORD_BYTES_MAX, 'row')
  expect(() => log.append(Buffer.concat([largest, Buffer.of(1)]))).toThrow(RangeError)
  await log.append(largest).durable
  await log.append(Buffer.from('behind it')).durable
  await log.close()
  const again = await openTestLog(nodeFiles, { directory })
  const found: boolean[] = []
  for await (const { payload } of again.read(0)) found.push(payload.equals(largest))
  expect(found).toEqual([true, false])
  await again.close()
})

test('reports when everything before a position is durable', async () => {
  const log = await openTestLog(new SimulatedFiles())
  const first = log.append(Buffer.from('first'))
  await log.whenDurable(first.end)
  expect(log.durableEnd).toBe(first.end)
  const second = log.append(Buffer.from('second'))
  expect(log.whenDurable(second.position)).toBe(second.durable)
  await log.whenDurable(first.end)
  await log.whenDurable(second.end)
  await expect(log.whenDurable(second.end + 1)).rejects.toBeInstanceOf(RangeError)
})

test('closing waits for appended records and refuses more', async () => {
  const files = new SimulatedFiles()
  const log = await openTestLog(files)
  const { durable } = log.append(Buffer.from('last'))
  const closed = log.close()
  expect(() => log.append(Buffer.from('late'))).toThrow(LogClosedError)
  await durable
  await closed
  await log.close()
  await expect(log.checkpoint(0)).rejects.toBeInstanceOf(LogClosedError)
  await expect(log.setCursor('late', 0)).rejects.toBeInstanceOf(LogClosedError)
  expect((await readAll(await openTestLog(files))).map(({ payload }) => payload)).toEqual(['last'])
})
