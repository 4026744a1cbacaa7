import { describe, expect, it } from 'vitest'
import type { Files } from '@rowhouse/platform'
import { manualClock, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import type { CommitLog } from './commit-log.js'
import { openCommitLog } from './open-commit-log.js'

const CUTS = 150

/** Syncs take several turns, so that several frames are unsynced when the power fails. */
function withSlowSyncs(files: Files): Files {
  return {
    ...passedOn(files),
    open: async (path, mode) => {
      const file = await files.open(path, mode)
      return {
        read: (position, length, into) => file.read(position, length, into),
        write: (data, position) => file.write(data, position),
        writeSynced: (data, position) => file.writeSynced(data, position),
        truncate: (length) => file.truncate(length),
        size: () => file.size(),
        close: () => file.close(),
        datasync: async () => {
          for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
          await file.datasync()
        },
      }
    },
  }
}

function passedOn(files: Files): Omit<Files, 'open'> {
  return {
    makeDirectory: (path) => files.makeDirectory(path),
    list: (path) => files.list(path),
    rename: (from, to) => files.rename(from, to),
    remove: (path) => files.remove(path),
    removeFolder: (path) => files.removeFolder(path),
    syncDirectory: (path) => files.syncDirectory(path),
    identity: (path) => files.identity(path),
    freeSpace: (path) => files.freeSpace(path),
  }
}

function open(files: Files, relaxed: boolean): Promise<CommitLog> {
  const options = { directory: '/log', clock: manualClock(), segmentBytes: 3000 }
  return openCommitLog({ ...options, files, relaxed, preallocateBytes: 500 })
}

async function recordsOf(log: CommitLog): Promise<string[]> {
  const records: string[] = []
  for await (const { payload } of log.read(log.start)) records.push(payload.toString())
  return records
}

/** Appends records until the power fails; returns how many. */
async function appendUntilCut(log: CommitLog, first: number): Promise<number> {
  for (let number = first; number < first + 200; number++) {
    try {
      const ticket = log.append(Buffer.from(`record ${number} ${'x'.repeat(number % 90)}`))
      await ticket.durable
      if (number % 17 === 0) await log.setCursor('reader', ticket.end)
    } catch {
      return number - first + 1
    }
  }
  return 200
}

describe('a relaxed commit log', () => {
  it('is a prefix after a power cut, in either mode, and takes more records', async () => {
    let lost = 0
    for (let seed = 1; seed <= CUTS; seed++) {
      const random = seededRandom(seed)
      let files = new SimulatedFiles(random)
      let known: string[] = []
      for (let cut = 0; cut < 3; cut++) {
        const log = await open(withSlowSyncs(files), true)
        known = await recordsOf(log)
        files.cutAfter(10 + (random.bytes(1)[0] ?? 0))
        const appended = await appendUntilCut(log, known.length)
        files = files.powerCut(random)
        const again = await open(files, seed % 2 === 0)
        const found = await recordsOf(again)
        expect(found.slice(0, known.length)).toEqual(known)
        expect(found.map((record) => Number(record.split(' ')[1]))).toEqual(found.map((_, i) => i))
        expect(again.cursors().get('reader') ?? 0).toBeLessThanOrEqual(again.durableEnd)
        lost += known.length + appended - 1 - found.length
        await again.close()
      }
    }
    expect(lost).toBeGreaterThan(CUTS)
  })

  it('keeps everything that it has reported as synced', async () => {
    for (let seed = 1; seed <= CUTS; seed++) {
      const random = seededRandom(seed)
      const files = new SimulatedFiles(random)
      const log = await open(withSlowSyncs(files), true)
      const syncedAt = 1 + random.below(60)
      const appended: Promise<void>[] = []
      for (let number = 0; number < 80; number++) {
        const { durable } = log.append(Buffer.from(`record ${number}`))
        appended.push(durable)
        durable.catch(() => undefined)
        if (number % 3 === 0) await durable
        if (number === syncedAt) {
          await durable
          await log.synced()
        }
      }
      const again = await open(files.powerCut(random), true)
      expect((await recordsOf(again)).length).toBeGreaterThan(syncedAt)
      await Promise.allSettled(appended)
    }
  })

  it('keeps everything acknowledged when only the process dies', async () => {
    const files = new SimulatedFiles()
    const log = await open(files, true)
    for (let number = 0; number < 100; number++) await log.append(Buffer.from(`${number}`)).durable
    const again = await open(files.kill(), true)
    expect(await recordsOf(again)).toHaveLength(100)
  })

  it('refuses appends after the failed sync of an acknowledged record', async () => {
    const files = new SimulatedFiles()
    const log = await open(files, true)
    files.failOnce('datasync', 'EIO')
    const appendMany = async (): Promise<void> => {
      for (let number = 0; number < 1000; number++) await log.append(Buffer.from('x')).durable
    }
    await expect(appendMany()).rejects.toThrow('the commit log could not be written')
  })

  it('is a strict log again after a strict start', async () => {
    const files = new SimulatedFiles()
    const relaxed = await open(files, true)
    await relaxed.append(Buffer.from('1')).durable
    await relaxed.close()
    expect(await files.list('/log')).toContain('relaxed')
    const strict = await open(files, false)
    expect(await recordsOf(strict)).toEqual(['1'])
    await strict.close()
    expect(await files.list('/log')).not.toContain('relaxed')
  })
})
