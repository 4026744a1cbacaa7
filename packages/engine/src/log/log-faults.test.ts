import { describe, expect, test } from 'vitest'
import type { Files } from '@rowhouse/platform'
import { seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { appendAll, openTestLog, payloads, readAll } from '../testing/log-fixture.js'
import { LogFailedError } from './log-errors.js'

/** The same files, with an action before each truncation. */
function whenTruncating(files: Files, action: () => void): Files {
  return {
    makeDirectory: (path) => files.makeDirectory(path),
    list: (path) => files.list(path),
    rename: (from, to) => files.rename(from, to),
    remove: (path) => files.remove(path),
    removeFolder: (path) => files.removeFolder(path),
    syncDirectory: (path) => files.syncDirectory(path),
    identity: (path) => files.identity(path),
    freeSpace: (path) => files.freeSpace(path),
    open: async (path, mode) => {
      const file = await files.open(path, mode)
      const truncate = (length: number): Promise<void> => {
        action()
        return file.truncate(length)
      }
      return { ...file, truncate }
    },
  }
}

describe('a full disk', () => {
  test('fails waiting records with the busy error; the log continues when there is space', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    const before = await appendAll(log, payloads(5))
    files.limitSpace(100)
    const tickets = payloads(30).map((payload) => log.append(Buffer.from(payload)))
    for (const { durable, position, end } of tickets) {
      await expect(durable).rejects.toMatchObject({ code: 'OTSServerBusy' })
      await expect(log.whenDurable(position + 1)).rejects.toMatchObject({ code: 'OTSServerBusy' })
      await expect(log.whenDurable(end)).rejects.toMatchObject({ code: 'OTSServerBusy' })
    }
    expect(log.figures()['queuedBytes']).toBe(0)
    expect(await readAll(log)).toEqual(before)
    files.limitSpace(100_000)
    const after = await appendAll(log, payloads(30))
    expect(after[0]?.position).toBeGreaterThanOrEqual(tickets.at(-1)?.end ?? 0)
    expect(await readAll(log)).toEqual([...before, ...after])
    await expect(log.whenDurable(tickets[3]?.end ?? 0)).rejects.toThrow('busy')
    await log.whenDurable(log.durableEnd)
    await log.close()
    expect(await readAll(await openTestLog(files))).toEqual([...before, ...after])
  })

  test('that the sync reports removes the record before anyone sees it', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const files = new SimulatedFiles(seededRandom(seed))
      const log = await openTestLog(files, { segmentBytes: 10_000 })
      const before = await appendAll(log, payloads(3))
      files.failOnce('datasync', 'ENOSPC')
      files.cutAfter(1 + (seed % 8))
      const { durable } = log.append(Buffer.from('refused'))
      const error = await durable.catch((reason: unknown) => reason)
      const next = seed % 3 === 0 ? files.kill() : files.powerCut(seededRandom(seed))
      const found = await readAll(await openTestLog(next))
      expect(found.slice(0, 3)).toEqual(before)
      if (!(error instanceof LogFailedError)) expect(found.length).toBe(3)
    }
  })

  test('refuses new records while it removes records that they may depend on', async () => {
    const files = new SimulatedFiles()
    const refusals: unknown[] = []
    const log = await openTestLog(
      whenTruncating(files, () => {
        try {
          log.append(Buffer.from('built on it'))
        } catch (error) {
          refusals.push(error)
        }
      }),
    )
    files.failOnce('datasync', 'ENOSPC')
    const { durable, end } = log.append(Buffer.from('refused'))
    await expect(durable).rejects.toThrow('busy')
    expect(refusals).toMatchObject([{ code: 'OTSServerBusy' }])
    expect(log.lostEnd).toBe(end)
    const records = await appendAll(log, ['after it'])
    expect(await readAll(log)).toEqual(records)
  })

  test('just before a new segment leaves a gap that readers skip', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    const before = await appendAll(log, payloads(5))
    files.failOnce('datasync', 'ENOSPC')
    const lost = log.append(Buffer.alloc(100))
    await expect(lost.durable).rejects.toThrow('busy')
    const after = await appendAll(log, ['x'.repeat(600), 'y'])
    const consumed = before.at(-1)?.end ?? 0
    expect(await readAll(log, consumed)).toEqual(after)
    await log.setCursor('index', consumed)
    await log.checkpoint(consumed)
    expect(log.start).toBe(consumed)
    expect(await readAll(log, consumed)).toEqual(after)
    expect(await readAll(await openTestLog(files.kill()), consumed)).toEqual(after)
  })

  test('where the removal fails too fails the log', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    files.failOnce('datasync', 'ENOSPC')
    files.failOnce('truncate', 'EIO')
    const { durable } = log.append(Buffer.from('lost'))
    await expect(durable).rejects.toBeInstanceOf(LogFailedError)
    expect(() => log.append(Buffer.from('more'))).toThrow(LogFailedError)
  })

  test('leaves the old manifest when a checkpoint cannot be stored', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    await appendAll(log, payloads(30))
    const figures = log.figures()
    files.limitSpace(10)
    await expect(log.checkpoint(log.durableEnd)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(log.checkpointed).toBe(0)
    expect(log.figures()).toEqual(figures)
    files.limitSpace(100_000)
    await log.checkpoint(log.durableEnd)
    expect(log.checkpointed).toBe(log.durableEnd)
  })

  test('does not prevent the log from closing', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    const records = await appendAll(log, payloads(3))
    files.limitSpace(10)
    await log.close()
    files.limitSpace(100_000)
    expect(await readAll(await openTestLog(files))).toEqual(records)
  })

  test('does not prevent the log from reusing a spare segment', async () => {
    const files = new SimulatedFiles()
    const log = await openTestLog(files)
    await appendAll(log, payloads(60))
    await log.checkpoint(log.durableEnd)
    // Eight frames fill a segment; the last one has four, and two spare ones are left.
    expect(log.figures()['spareSegments']).toBe(2)
    await appendAll(log, payloads(8))
    files.limitSpace(0)
    const records = await appendAll(log, payloads(12))
    expect((await readAll(log)).slice(-12)).toEqual(records)
    await expect(appendAll(log, payloads(1))).rejects.toMatchObject({ code: 'OTSServerBusy' })
  })
})

describe('a failing disk', () => {
  for (const operation of ['write', 'datasync', 'rename', 'syncDirectory'] as const) {
    test(`fails everyone and refuses more until opened again: ${operation}`, async () => {
      const files = new SimulatedFiles()
      const log = await openTestLog(files)
      const before = await appendAll(log, payloads(3))
      files.failOnce(operation, 'EIO')
      const failures = payloads(80).map((payload) =>
        log.append(Buffer.from(payload.repeat(20))).durable.catch((error: unknown) => error),
      )
      const errors = await Promise.all(failures)
      expect(errors.at(-1)).toBeInstanceOf(LogFailedError)
      expect(errors.at(-1)).toMatchObject({ cause: { code: 'EIO' } })
      expect(() => log.append(Buffer.from('more'))).toThrow(LogFailedError)
      await expect(log.whenDurable(log.appendedEnd)).rejects.toBeInstanceOf(LogFailedError)
      await log.close()
      const again = await openTestLog(files)
      expect((await readAll(again)).slice(0, 3)).toEqual(before)
      await appendAll(again, payloads(3))
    })
  }

  test('records that a start shows after a failed sync survive a power cut', async () => {
    for (let seed = 1; seed <= 50; seed++) {
      const files = new SimulatedFiles(seededRandom(seed))
      const log = await openTestLog(files)
      files.failOnce('datasync', 'EIO')
      await expect(log.append(Buffer.from('doubtful')).durable).rejects.toThrow()
      const shown = await readAll(await openTestLog(files))
      const cut = files.powerCut(seededRandom(seed))
      expect(await readAll(await openTestLog(cut))).toEqual(shown)
    }
  })
})

test('records that a start shows after a kill survive a power cut', async () => {
  for (let cutAfter = 1; cutAfter <= 60; cutAfter++) {
    const files = new SimulatedFiles(seededRandom(cutAfter))
    const log = await openTestLog(files)
    files.cutAfter(cutAfter)
    await appendAll(log, payloads(20)).catch(() => {})
    const killed = files.kill()
    const again = await openTestLog(killed)
    const shown = [...(await readAll(again)), ...(await appendAll(again, ['after it']))]
    const cut = killed.powerCut(seededRandom(cutAfter))
    expect(await readAll(await openTestLog(cut))).toEqual(shown)
  }
})
